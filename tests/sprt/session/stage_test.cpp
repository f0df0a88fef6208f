#include "sprt/session/stage.hpp"
#include "tests/sprt/session/staged.hpp"
#include "tests/support/temporary_dir.hpp"
#include "tests/support/user_error_text.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

namespace sprt {
namespace {

using referee::testing_support::user_error_text;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::StartsWith;

std::vector<std::string> places_in(const StageRequest& request) {
    std::vector<std::string> places;
    for (const Entrant& entrant : request.entrants) {
        places.push_back(entrant.name + " at " + entrant.place);
    }
    return places;
}

TEST(StageRequest, agents_of_two_are_named_by_number_and_found_where_they_were_given) {
    RunPlan plan = plan_for(staged_config());
    plan.out = "runs/a";
    plan.hidden = {"secret"};
    const ConfigSources sources{.file = "c.json", .in_file = {"agent1", "openings"}, .in_flags = {"agent2"}};
    const StageRequest request(plan, sources);
    EXPECT_THAT(places_in(request), ElementsAre("agent 1 at c.json: /agent1", "agent 2 at --agent2"));
    EXPECT_EQ(request.openings_place, "c.json: /openings");
    EXPECT_EQ(request.config_file, "c.json");
    EXPECT_EQ(request.out, "runs/a");
    EXPECT_THAT(request.hidden, ElementsAre("secret"));
    EXPECT_FALSE(request.is_remote);
    plan.remote.via = "nats://hub";
    EXPECT_TRUE(StageRequest(plan, sources).is_remote);
}

TEST(StageRequest, tuning_has_one_place_for_both_seats) {
    RunPlan plan = plan_for(staged_config());
    plan.counting.tune.emplace();
    EXPECT_THAT(
        places_in(StageRequest(plan, ConfigSources{.file = {}, .in_file = {}, .in_flags = {"agent"}})),
        ElementsAre("agent 1 at --agent", "agent 2 at --agent"));
}

TEST(StageRequest, agents_that_joined_a_tournament_have_no_place_in_its_configuration) {
    const Config config = staged_tournament(2, 3);
    const TournamentPlan plan = tournament_plan_of(
        config, {referee::parse_agent("name=new /bin/sh")},
        {{.game = 0, .agents = {0, 1}, .rounds = 3}, {.game = 6, .agents = {0, 1, 2}, .rounds = 5}});
    const ConfigSources sources{.file = "t.json", .in_file = {"agents"}, .in_flags = {}};
    EXPECT_THAT(places_in(StageRequest(plan, sources)),
                ElementsAre("a at t.json: /agents/0", "b at t.json: /agents/1",
                            "new at 'new', which joined later (paths begin in " +
                                std::filesystem::current_path().string() + ")"));
}

TEST(StageRequest, worker_names_agents_by_their_place_in_the_list) {
    const RunPlan plan = plan_for(staged_config());
    const StageRequest request(plan.play, plan.schedule, {plan.agents.agent2, plan.agents.agent1}, {"hub"});
    EXPECT_THAT(places_in(request), ElementsAre("agent 1 at agent 1", "agent 2 at agent 2"));
    EXPECT_THAT(request.entrants[0].config.command, ElementsAre("/bin/sh", "2"));
    EXPECT_THAT(request.hidden, ElementsAre("hub"));
}

class StageOfRun : public ::testing::Test {
  protected:
    [[nodiscard]] std::string error() const {
        const RunPlan plan = plan_for(config_);
        return user_error_text([&] { const Stage stage({plan, sources_}, any_cores()); });
    }

    referee::testing_support::TemporaryDir dir_;
    Config config_ = staged_config();
    ConfigSources sources_{.file = {}, .in_file = {}, .in_flags = {"agent2", "openings", "adjudicate"}};
};

TEST_F(StageOfRun, has_the_programs_and_openings_of_the_run) {
    const RunPlan plan = plan_for(config_);
    Stage stage({plan, sources_}, any_cores());
    ASSERT_EQ(stage.kit.roster.agents().size(), 2U);
    EXPECT_EQ(stage.kit.roster.agents()[1].name, "agent 2");
    EXPECT_THAT(stage.kit.roster.agents()[1].program.words, ElementsAre("/bin/sh", "2"));
    EXPECT_EQ(stage.openings->opening(0).value().moves.size(), 2U);
}

TEST_F(StageOfRun, program_that_is_missing_is_named_with_its_place) {
    config_.agents[1] = referee::parse_agent("name=two " + (dir_ / "none").string());
    EXPECT_THAT(error(), StartsWith("--agent2: "));
    EXPECT_THAT(error(), HasSubstr((dir_ / "none").string()));
}

TEST_F(StageOfRun, games_are_longer_than_their_openings) {
    config_.openings = "random:8";
    EXPECT_EQ(error(), "--openings: 'random:8' has openings of 8 moves, and games end after 8 turns");
    config_.openings = "random:7";
    const RunPlan plan = plan_for(config_);
    EXPECT_NO_THROW(Stage({plan, sources_}, any_cores()));
}

TEST_F(StageOfRun, only_engines_can_be_told_of_blocked_squares) {
    config_.play.rules = "uai";
    config_.openings = dir_.file("book.txt", "x5o/7/2-1-2/7/2-1-2/7/o5x x 0 1\n").string();
    config_.agents[0] = referee::parse_agent("name=one proto=uai nodes=5 /bin/sh");
    EXPECT_THAT(error(), StartsWith("--openings: " + config_.openings +
                                    ":1: it has blocked squares, which "
                                    "agent 2 cannot be told"));
    config_.agents[1] = referee::parse_agent("name=two proto=uai nodes=5 /bin/sh");
    const RunPlan plan = plan_for(config_);
    EXPECT_NO_THROW(Stage({plan, sources_}, any_cores()));
}

TEST_F(StageOfRun, tables_are_needed_where_games_are_played) {
    config_.play.adjudicate.tablebase = referee::TablebaseRule{.path = dir_.path().string()};
    EXPECT_THAT(error(), StartsWith("--adjudicate: "));
    RunPlan plan = plan_for(config_);
    plan.remote.via = "nats://hub";
    EXPECT_NO_THROW(Stage({plan, sources_}, any_cores()));
}

} // namespace
} // namespace sprt
