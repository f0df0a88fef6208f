#include "sprt/command/flags.hpp"
#include "tests/sprt/command/parsed_flags.hpp"
#include "tests/support/user_error_text.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <vector>

namespace sprt {
namespace {

using referee::testing_support::user_error_text;
using ::testing::ElementsAre;
using ::testing::StartsWith;

/// The configuration that the flags make of `config`.
Config changed_by(const RunFlags& flags, Config config = {}) {
    for (const auto& set : flags.overrides) {
        set(config);
    }
    return config;
}

TEST(CommandFlags, settings_of_a_run_override_its_configuration_when_they_are_given) {
    const auto flags = flags_of<RunFlags>({"run", "c.json", "--elo1", "7", "--seed", "3", "--print-config"});
    EXPECT_EQ(flags.config_file, "c.json");
    EXPECT_FALSE(flags.agent2);
    EXPECT_THAT(flags.keys, ElementsAre("elo1", "seed"));
    EXPECT_TRUE(flags.print_config);
    EXPECT_FALSE(flags.overwrite);
    Config config;
    config.test.elo0 = 2;
    config = changed_by(flags, config);
    EXPECT_EQ(config.test.elo0, 2);
    EXPECT_EQ(config.test.elo1, 7);
    EXPECT_EQ(config.seed, 3U);
}

TEST(CommandFlags, agents_are_arguments_or_flags) {
    const auto arguments = flags_of<RunFlags>({"match", "one --depth 1", "two", "--games", "4"});
    EXPECT_TRUE(arguments.takes_agents);
    EXPECT_EQ(arguments.config_file, "one --depth 1");
    EXPECT_EQ(arguments.agent2, "two");
    const auto flags = flags_of<RunFlags>({"match", "--agent2", "two --depth 2", "--games", "4"});
    EXPECT_THAT(flags.keys, ElementsAre("agent2", "games"));
    EXPECT_THAT(changed_by(flags).agents[1].command, ElementsAre("two", "--depth", "2"));
    EXPECT_THAT(user_error_text([] {
                    static_cast<void>(changed_by(flags_of<RunFlags>({"run", "--agent1", "depth=x one"})));
                }),
                StartsWith("--agent1: "));
}

TEST(CommandFlags, tuning_has_one_agent_in_both_seats_and_its_parameters_in_order) {
    Config config;
    config.params.push_back(parse_tune_param("old=1:0:2"));
    const auto flags = flags_of<RunFlags>(
        {"tune", "--agent", "one {B}", "--param", "B=10:0:40", "--param", "A=1:0:2", "--games", "8"});
    EXPECT_FALSE(flags.takes_agents);
    config = changed_by(flags, config);
    EXPECT_THAT(config.agents[0].command, ElementsAre("one", "{B}"));
    EXPECT_THAT(config.agents[1].command, ElementsAre("one", "{B}"));
    ASSERT_EQ(config.params.size(), 2U) << "in place of those of the configuration";
    EXPECT_EQ(config.params[0].name, "B");
    EXPECT_EQ(config.params[1].name, "A");
    EXPECT_THAT(user_error_text([] {
                    static_cast<void>(changed_by(flags_of<RunFlags>({"tune", "--param", "A"})));
                }),
                StartsWith("--param: "));
}

TEST(CommandFlags, agents_of_a_tournament_take_the_place_of_its_list) {
    const auto flags =
        flags_of<RunFlags>({"tournament", "t.json", "--agent", "a", "--agent", "b 1", "--rounds", "3"});
    EXPECT_THAT(flags.keys, ElementsAre("agents", "rounds"));
    Config config(RunKind::Tournament);
    config.agents = {referee::parse_agent("old")};
    for (const auto& set : flags.overrides) {
        set(config);
    }
    ASSERT_EQ(config.agents.size(), 2U);
    EXPECT_THAT(config.agents[1].command, ElementsAre("b", "1"));
    EXPECT_EQ(config.rounds, 3);
    EXPECT_THAT(
        user_error_text([&] {
            const auto wrong = flags_of<RunFlags>({"tournament", "--agent", "a", "--agent", "depth=x b"});
            wrong.overrides.front()(config);
        }),
        StartsWith("--agent 2: "));
}

TEST(CommandFlags, gate_has_the_flags_of_a_run_and_its_own) {
    const auto flags = flags_of<GateFlags>({"gate", "one", "two", "--expect", "no-regression", "--junit", "j",
                                            "--markdown", "m", "--page", "p", "--max-games", "8"});
    EXPECT_EQ(flags.expect, "no-regression");
    EXPECT_EQ(flags.files.junit, "j");
    EXPECT_EQ(flags.files.markdown, "m");
    EXPECT_EQ(flags.page, "p");
    EXPECT_THAT(flags.run.keys, ElementsAre("max_games"));
    EXPECT_EQ(flags_of<GateFlags>({"gate", "one", "two"}).expect, std::nullopt);
}

TEST(CommandFlags, resumed_run_takes_settings_of_the_session_alone) {
    const auto request = flags_of<ResumeRequest>({"resume", "d", "--concurrency", "3", "--add", "x", "--add",
                                                  "y", "--remove", "z", "--rounds", "9", "--force"});
    EXPECT_EQ(request.dir, "d");
    EXPECT_THAT(request.keys, ElementsAre("concurrency"));
    Config config;
    request.overrides.front()(config);
    EXPECT_EQ(config.concurrency, 3);
    EXPECT_THAT(request.add, ElementsAre("x", "y"));
    EXPECT_THAT(request.remove, ElementsAre("z"));
    EXPECT_EQ(request.rounds, 9);
    EXPECT_EQ(request.games, std::nullopt);
    EXPECT_TRUE(request.force);
    ::testing::internal::CaptureStderr();
    EXPECT_EQ(std::get<referee::ExitStatus>(parsed({"resume", "d", "--elo1", "3"})),
              referee::ExitStatus::UserError);
    EXPECT_THAT(::testing::internal::GetCapturedStderr(), StartsWith("sprt: --elo1 is unknown"));
}

TEST(CommandFlags, rules_of_adjudication_are_all_taken) {
    const auto flags = flags_of<AdjudicateFlags>(
        {"adjudicate", "d", "--adjudicate", "material=20/4", "--adjudicate", "fill=true"});
    EXPECT_EQ(flags.dir, "d");
    EXPECT_TRUE(flags.rules.is_on());
    EXPECT_TRUE(flags.rules.fill);
    EXPECT_FALSE(flags_of<AdjudicateFlags>({"adjudicate", "d"}).rules.is_on());
}

TEST(CommandFlags, simulated_tunings_may_be_several) {
    const auto flags = flags_of<SimulateFlags>({"simulate", "--tune", "2,10", "--games", "4000,8000",
                                                "--runs", "5", "--draws", "0.25", "--seed", "3"});
    EXPECT_THAT(flags.tuning.params, ElementsAre(2, 10));
    EXPECT_THAT(flags.tuning.games, ElementsAre(4000, 8000));
    EXPECT_EQ(flags.draws, 0.25);
    EXPECT_EQ(flags.runs, 5);
    EXPECT_EQ(flags_of<SimulateFlags>({"simulate", "--true-elo", "5", "--runs", "5"}).draws, std::nullopt);
}

} // namespace
} // namespace sprt
