#include "referee/talk/clock.hpp"
#include "sprt/config/run_plan.hpp"
#include "tests/sprt/config/tournaments.hpp"

#include <gmock/gmock.h>
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
    config.agents[0].name = "two";
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
    config = tournament_of(3, 2);
    EXPECT_FALSE(tournament_plan_of(config).schedule.base.reuses_openings);
    config.repeats = "count";
    EXPECT_TRUE(tournament_plan_of(config).schedule.base.reuses_openings);
}

TEST(RunPlan, time_of_one_agent_replaces_the_time_for_both) {
    Config config = filled_in();
    config.play.time_ms = 2000;
    config.agents[1].time_ms = 300;
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

using ::testing::ElementsAre;

TEST(TournamentPlan, counting_comes_from_the_configuration) {
    const struct {
        std::function<void(Config&)> set;
        std::function<bool(const TournamentCounting&)> holds;
    } rows[] = {
        {[](auto&) {},
         [](const TournamentCounting& counting) {
             return counting.rules.format == TournamentFormat::RoundRobin && counting.agents == 4 &&
                    counting.until == Until::Rounds && counting.error == 0.05 && !counting.max_faults &&
                    !counting.has_one_opening;
         }},
        {[](auto& config) {
             config.format = "gauntlet";
             config.seeds = 2;
         },
         [](const auto& counting) {
             return counting.rules.format == TournamentFormat::Gauntlet && counting.rules.reach == 2;
         }},
        {[](auto& config) {
             config.format = "ladder";
             config.span = 3;
         },
         [](const auto& counting) {
             return counting.rules.format == TournamentFormat::Ladder && counting.rules.reach == 3;
         }},
        {[](auto& config) { config.until = "separated"; },
         [](const auto& counting) { return counting.until == Until::Separated; }},
        {[](auto& config) {
             config.until = "best";
             config.error = 0.2;
         },
         [](const auto& counting) { return counting.until == Until::Best && counting.error == 0.2; }},
        {[](auto& config) { config.max_faults = {0}; },
         [](const auto& counting) { return counting.max_faults == 0U; }},
        {[](auto& config) { config.openings = "start"; },
         [](const auto& counting) { return counting.has_one_opening; }},
        {[](auto& config) {
             config.openings = "start";
             config.play.game = "chess";
             config.play.rules = "chess960";
         },
         [](const auto& counting) { return !counting.has_one_opening; }},
    };
    for (std::size_t i = 0; i < std::size(rows); ++i) {
        Config config = tournament_of(4, 6);
        rows[i].set(config);
        EXPECT_TRUE(rows[i].holds(tournament_plan_of(config).counting)) << i;
    }
}

TEST(TournamentPlan, first_stage_has_all_agents_and_rounds_unless_stages_are_given) {
    const Config config = tournament_of(3, 6);
    const TournamentPlan plan = tournament_plan_of(config);
    EXPECT_THAT(plan.counting.rules.stages,
                ElementsAre(RoundStage{.game = 0, .agents = {0, 1, 2}, .rounds = 6}));
    const std::vector<RoundStage> stages{{.game = 0, .agents = {0, 1, 2}, .rounds = 6},
                                         {.game = 36, .agents = {0, 3}, .rounds = 8}};
    const TournamentPlan later =
        tournament_plan_of(config, {referee::parse_agent("name=new time_ms=70 d")}, stages);
    EXPECT_EQ(later.counting.rules.stages, stages);
    EXPECT_EQ(later.counting.agents, 4U);
    ASSERT_EQ(later.agents.size(), 4U);
    EXPECT_EQ(later.agents[3].name, "new");
    EXPECT_EQ(later.schedule.times[3].time, milliseconds(70)) << "newcomers have their limits";
    EXPECT_FALSE(later.rounds_changed || later.has_removed) << "only run.json tells it";
}

TEST(TournamentPlan, each_agent_has_its_limit_and_when_its_process_ends) {
    Config config = tournament_of(3, 6);
    config.play.time_ms = 30;
    config.agents[1] = referee::parse_agent("time_ms=50 inc_ms=2 restart=never b");
    const TournamentSchedule schedule = tournament_plan_of(config).schedule;
    ASSERT_EQ(schedule.times.size(), 3U);
    EXPECT_EQ(schedule.times[0].time, milliseconds(30));
    EXPECT_EQ(schedule.times[1].time, milliseconds(50));
    EXPECT_EQ(schedule.times[1].increment, milliseconds(2));
    EXPECT_THAT(schedule.restarts,
                ElementsAre(schedule.restarts[2], referee::Restart::Never, schedule.restarts[0]));
    EXPECT_EQ(schedule.base.seed, 5U);
    EXPECT_EQ(schedule.base.openings_text, "random:2");
    EXPECT_EQ(schedule.base.limits.turns, 8);
}

TEST(TournamentPlan, anchor_names_its_agent_and_its_rating) {
    Config config = tournament_of(3, 6);
    EXPECT_FALSE(tournament_plan_of(config).anchor);
    config.anchor = "b";
    EXPECT_EQ(tournament_plan_of(config).anchor->agent, 1U);
    EXPECT_EQ(tournament_plan_of(config).anchor->elo, 0);
    config.anchor = "new=-12.5";
    const TournamentPlan plan = tournament_plan_of(config, {referee::parse_agent("name=new d")});
    EXPECT_EQ(plan.anchor->agent, 3U) << "an agent that came later";
    EXPECT_EQ(plan.anchor->elo, -12.5);
}

TEST(TournamentPlan, play_and_watch_are_those_of_the_shared_settings) {
    Config config = tournament_of(3, 6);
    config.concurrency = 7;
    config.no_check = true;
    config.report_every = 4;
    config.quiet = true;
    config.out = "dir";
    const TournamentPlan plan = tournament_plan_of(config);
    EXPECT_EQ(plan.play.concurrency, 7);
    EXPECT_FALSE(plan.play.has_check_game);
    EXPECT_EQ(plan.watch.report_every, 4U);
    EXPECT_TRUE(plan.watch.quiet);
    EXPECT_EQ(plan.out, "dir");
}

} // namespace
} // namespace sprt
