#include "sprt/remote/bus.hpp"
#include "sprt/session/new_run.hpp"
#include "tests/sprt/session/staged.hpp"
#include "tests/support/temporary_dir.hpp"
#include "tests/support/user_error_text.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <utility>

namespace sprt {
namespace {

using referee::testing_support::user_error_text;
using ::testing::HasSubstr;
using ::testing::StartsWith;

TEST(SettledConfig, plan_is_that_of_the_configuration_that_is_kept) {
    Config config = staged_config();
    config.seed.reset();
    config.repeats.reset();
    config.concurrency.reset();
    config.openings = kRandomAuto;
    config.max_games = 21;
    const SettledRun run = settle(config, {});
    EXPECT_EQ(run.config.seed, run.plan.schedule.seed);
    EXPECT_EQ(run.config.repeats, "collapse");
    EXPECT_EQ(run.config.concurrency, run.plan.play.concurrency);
    EXPECT_NE(run.config.openings, kRandomAuto);
    EXPECT_EQ(run.config.max_games, 20) << "whole pairs";
    EXPECT_EQ(run.plan.counting.max_games, 20U);
}

TEST(SettledConfig, agent_of_a_new_tournament_is_withdrawn_for_its_time_losses) {
    EXPECT_EQ(settle_tournament(staged_tournament(3, 2), {}).plan.counting.time_losses, kMostTimeLosses);
}

/// A configuration that workers play through `via`.
Config played_through(const std::string& via) {
    Config config = staged_config();
    config.remote.via = via;
    config.out = "run";
    return config;
}

TEST(SettledConfig, password_of_the_server_is_in_the_plan_alone) {
    try {
        remote::expect_nats();
    } catch (const referee::UserError&) {
        GTEST_SKIP() << "built without NATS";
    }
    const SettledRun run = settle(played_through("nats://ann:secret@hub.example:4222"), {});
    EXPECT_EQ(run.config.remote.via, "nats://hub.example:4222");
    EXPECT_EQ(run.plan.remote.via, "nats://ann:secret@hub.example:4222");
    EXPECT_THAT(run.plan.hidden, ::testing::IsEmpty());
    EXPECT_THAT(user_error_text([] { static_cast<void>(settle(played_through("http://hub"), {})); }),
                StartsWith("--via: "));
}

TEST(NewRun, one_that_cannot_be_played_leaves_no_directory) {
    const referee::testing_support::TemporaryDir dir;
    Config config = staged_config();
    config.out = (dir / "run").string();
    config.agents[1] = referee::parse_agent("name=two " + (dir / "none").string());
    const SettledRun missing = settle(config, {});
    EXPECT_THAT(user_error_text([&] { static_cast<void>(play_run(missing)); }), StartsWith("--agent2: "));
    EXPECT_FALSE(std::filesystem::exists(dir / "run"));
}

TEST(NewTournament, skips_no_agent_where_none_is_checked) {
    const auto error = [](const Config& config, const char* via) {
        SettledTournament settled = settle_tournament(config, {});
        settled.plan.remote.via = via;
        return user_error_text([&] { static_cast<void>(play_tournament(std::move(settled), true)); });
    };
    Config config = staged_tournament(3, 2);
    EXPECT_THAT(error(config, ""), HasSubstr("--skip-failed: without check games"));
    config.no_check = false;
    EXPECT_THAT(error(config, "nats://hub"), HasSubstr("--skip-failed: with --via workers check the agents"));
}

TEST(NewTournament, one_whose_agents_all_fail_their_check_games_leaves_no_directory) {
    const referee::testing_support::TemporaryDir dir;
    Config config = staged_tournament(3, 2);
    config.no_check = false;
    config.out = (dir / "run").string();
    for (AgentConfig& agent : config.agents) {
        agent = referee::parse_agent("name=" + agent.name + " /bin/sh -c 'exit 7'");
    }
    ::testing::internal::CaptureStderr();
    const std::string error =
        user_error_text([&] { static_cast<void>(play_tournament(settle_tournament(config, {}), true)); });
    EXPECT_THAT(::testing::internal::GetCapturedStderr(), ::testing::Not(HasSubstr("skipped")));
    EXPECT_THAT(error, StartsWith("--skip-failed: the check games failed: a: "));
    EXPECT_THAT(error, ::testing::Not(HasSubstr("agent 1"))) << "each plays itself";
    EXPECT_THAT(error, ::testing::EndsWith("; of 3 agents fewer than two are left"));
    EXPECT_FALSE(std::filesystem::exists(dir / "run"));
}

} // namespace
} // namespace sprt
