#include "referee/talk/turn_clock.hpp"
#include "sprt/config/run_plan.hpp"

#include <gtest/gtest.h>

#include <chrono>

namespace sprt {
namespace {

using referee::Player;
using std::chrono::milliseconds;
using std::chrono::seconds;

Config filled_in() {
    Config config;
    config.agents = {referee::parse_agent("one --fast"), referee::parse_agent("two")};
    config.openings = "random:4";
    config.repeats = "collapse";
    config.seed = 7;
    config.concurrency = 3;
    return config;
}

TEST(RunPlan, counting_rules_come_from_the_configuration) {
    Config config = filled_in();
    config.model = "trinomial";
    config.test = {.elo0 = 1, .elo1 = 6, .alpha = 0.02, .beta = 0.1};
    config.max_games = 500;
    config.max_faults = {4};
    const CountingRules rules = plan_of(config).counting;
    EXPECT_EQ(rules.test->model(), Model::Trinomial);
    EXPECT_EQ(rules.test->hypotheses().elo1, 6);
    EXPECT_EQ(rules.test->hypotheses().alpha, 0.02);
    EXPECT_EQ(rules.repeats, RepeatRule::Collapse);
    EXPECT_EQ(rules.max_games, 500u);
    EXPECT_EQ(rules.max_faults, 4u);
}

TEST(RunPlan, match_has_no_test_and_ends_after_its_games) {
    Config config = filled_in();
    config.kind = RunKind::Match;
    config.games = 40;
    config.max_games = 10; // of a test
    const RunPlan plan = plan_of(config);
    EXPECT_FALSE(plan.counting.test);
    EXPECT_TRUE(plan.counting.by_pairs());
    EXPECT_EQ(plan.counting.max_games, 40U);
    EXPECT_EQ(plan.schedule.max_games, 40U);
}

TEST(RunPlan, order_and_start_belong_to_a_file_of_openings) {
    Config config = filled_in();
    EXPECT_TRUE(std::holds_alternative<RandomMoves>(plan_of(config).schedule.openings));
    config.openings = "book.fen";
    const auto book = [&] { return std::get<OpeningBook>(plan_of(config).schedule.openings); };
    EXPECT_EQ(book().order, BookOrder::Random);
    EXPECT_EQ(book().first, 1U);
    config.book_order = "sequential";
    config.book_start = 7;
    EXPECT_EQ(book().order, BookOrder::Sequential);
    EXPECT_EQ(book().first, 7U);
}

TEST(RunPlan, agents_with_the_same_name_are_numbered) {
    Config config = filled_in();
    EXPECT_EQ(plan_of(config).agents.agent1.name, "one --fast");
    config.agents.agent1.name = "two";
    const RunPlan plan = plan_of(config);
    EXPECT_EQ(plan.agents.agent1.name, "two (1)");
    EXPECT_EQ(plan.agents.agent2.name, "two (2)");
}

TEST(RunPlan, open_limits_stay_open) {
    Config config = filled_in();
    config.max_faults = {};
    const RunPlan plan = plan_of(config);
    EXPECT_FALSE(plan.counting.max_games);
    EXPECT_FALSE(plan.counting.max_faults);
    EXPECT_FALSE(plan.schedule.max_games);
}

TEST(RunPlan, schedule_and_ledger_have_the_same_limit_of_games) {
    Config config = filled_in();
    config.max_games = 8;
    const RunPlan plan = plan_of(config);
    EXPECT_EQ(plan.schedule.max_games, plan.counting.max_games);
}

TEST(RunPlan, openings_are_reused_only_when_repeats_count) {
    Config config = filled_in();
    EXPECT_FALSE(plan_of(config).schedule.reuses_openings);
    config.repeats = "count";
    EXPECT_TRUE(plan_of(config).schedule.reuses_openings);
}

TEST(RunPlan, time_of_one_agent_replaces_the_time_for_both) {
    Config config = filled_in();
    config.play.time_ms = 2000;
    config.agents.agent2.time_ms = 300;
    config.play.ready_ms = 40;
    config.play.turns = 60;
    const referee::GameLimits limits = plan_of(config).schedule.limits;
    EXPECT_EQ(limits.time[Player::Agent1], seconds(2));
    EXPECT_EQ(limits.time[Player::Agent2], milliseconds(300));
    EXPECT_EQ(limits.ready, milliseconds(40));
    EXPECT_EQ(limits.turns, 60);
}

TEST(RunPlan, play_settings_come_from_the_configuration) {
    Config config = filled_in();
    config.play.finish_ms = 90;
    config.play.stderr_kb = 2;
    config.play.clock = "fair";
    config.play.limits.cpu_s = 5;
    config.play.trace = "all";
    config.play.trace_faults = "faults";
    const PlayPlan play = plan_of(config).play;
    EXPECT_EQ(play.concurrency, 3);
    EXPECT_EQ(play.rules.finish_wait, std::chrono::milliseconds(90));
    EXPECT_EQ(play.rules.stderr_bytes, 2048U);
    EXPECT_EQ(play.rules.clock, referee::ClockRule::Fair);
    EXPECT_EQ(play.rules.limits.cpu_s, 5);
    EXPECT_EQ(play.rules.trace, "all");
    EXPECT_EQ(play.rules.trace_faults, "faults");
}

TEST(RunPlan, progress_setting_selects_the_mode_of_the_status_line) {
    Config config = filled_in();
    EXPECT_EQ(plan_of(config).watch.progress, Progress::Auto);
    config.progress = "on";
    EXPECT_EQ(plan_of(config).watch.progress, Progress::On);
    config.progress = "off";
    EXPECT_EQ(plan_of(config).watch.progress, Progress::Off);
}

} // namespace
} // namespace sprt
