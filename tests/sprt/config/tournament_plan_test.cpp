#include "sprt/config/tournament_plan.hpp"
#include "tests/sprt/config/tournaments.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace sprt {
namespace {

using std::chrono::milliseconds;
using ::testing::ElementsAre;

TEST(TournamentPlan, counting_comes_from_the_configuration) {
    const struct {
        std::function<void(TournamentConfig&)> set;
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
        {[](auto& config) { config.run.max_faults = {0}; },
         [](const auto& counting) { return counting.max_faults == 0U; }},
        {[](auto& config) { config.run.openings = "start"; },
         [](const auto& counting) { return counting.has_one_opening; }},
    };
    for (std::size_t i = 0; i < std::size(rows); ++i) {
        TournamentConfig config = tournament_of(4, 6);
        rows[i].set(config);
        EXPECT_TRUE(rows[i].holds(plan_of(config).counting)) << i;
    }
}

TEST(TournamentPlan, first_stage_has_all_agents_and_rounds_unless_stages_are_given) {
    const TournamentConfig config = tournament_of(3, 6);
    const TournamentPlan plan = plan_of(config);
    EXPECT_THAT(plan.counting.rules.stages,
                ElementsAre(RoundStage{.game = 0, .agents = {0, 1, 2}, .rounds = 6}));
    const std::vector<RoundStage> stages{{.game = 0, .agents = {0, 1, 2}, .rounds = 6},
                                         {.game = 36, .agents = {0, 3}, .rounds = 8}};
    const TournamentPlan later = plan_of(config, {referee::parse_agent("name=new time_ms=70 d")}, stages);
    EXPECT_EQ(later.counting.rules.stages, stages);
    EXPECT_EQ(later.counting.agents, 4U);
    ASSERT_EQ(later.agents.size(), 4U);
    EXPECT_EQ(later.agents[3].name, "new");
    EXPECT_EQ(later.schedule.times[3].time, milliseconds(70)) << "newcomers have their limits";
    EXPECT_FALSE(later.rounds_changed || later.has_removed) << "only run.json tells it";
}

TEST(TournamentPlan, each_agent_has_its_limit_and_when_its_process_ends) {
    TournamentConfig config = tournament_of(3, 6);
    config.run.play.time_ms = 30;
    config.agents[1] = referee::parse_agent("time_ms=50 inc_ms=2 restart=never b");
    const TournamentSchedule schedule = plan_of(config).schedule;
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
    TournamentConfig config = tournament_of(3, 6);
    EXPECT_FALSE(plan_of(config).anchor);
    config.anchor = "b";
    EXPECT_EQ(plan_of(config).anchor->agent, 1U);
    EXPECT_EQ(plan_of(config).anchor->elo, 0);
    config.anchor = "new=-12.5";
    const TournamentPlan plan = plan_of(config, {referee::parse_agent("name=new d")});
    EXPECT_EQ(plan.anchor->agent, 3U) << "an agent that came later";
    EXPECT_EQ(plan.anchor->elo, -12.5);
}

TEST(TournamentPlan, play_and_watch_are_those_of_the_shared_settings) {
    TournamentConfig config = tournament_of(3, 6);
    config.run.concurrency = 7;
    config.run.no_check = true;
    config.run.report_every = 4;
    config.run.quiet = true;
    config.run.out = "dir";
    const TournamentPlan plan = plan_of(config);
    EXPECT_EQ(plan.play.concurrency, 7);
    EXPECT_FALSE(plan.play.has_check_game);
    EXPECT_EQ(plan.watch.report_every, 4U);
    EXPECT_TRUE(plan.watch.quiet);
    EXPECT_EQ(plan.out, "dir");
}

} // namespace
} // namespace sprt
