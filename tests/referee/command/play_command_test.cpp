#include "referee/command/commands.hpp"
#include "referee/game/record.hpp"
#include "tests/support/temporary_dir.hpp"
#include "tests/support/user_error_text.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <csignal>
#include <sstream>
#include <string>
#include <vector>

namespace referee {
namespace {

using testing::HasSubstr;
using testing::StartsWith;
using testing_support::content_of;
using testing_support::TemporaryDir;
using testing_support::user_error_text;

/// Two agents that die in their first turn.
class PlayCommandTest : public testing::Test {
  protected:
    PlayCommandTest() {
        std::signal(SIGPIPE, SIG_IGN);
        const std::string agent =
            dir_.file("agent", "#!/bin/sh\nread ready; echo OK; read turn; exit 3\n", true).string();
        flags_.commands = {agent, agent};
        flags_.settings.sandbox = "off";
        flags_.seed = 5;
    }
    std::string refused() {
        return user_error_text([&] { static_cast<void>(run(flags_)); });
    }
    /// What is printed.
    std::string played() {
        testing::internal::CaptureStdout();
        EXPECT_EQ(run(flags_), ExitStatus::Done);
        return testing::internal::GetCapturedStdout();
    }
    [[nodiscard]] std::vector<GameRecord> logged() const {
        std::vector<GameRecord> games;
        std::istringstream log(content_of(flags_.log));
        for (std::string line; std::getline(log, line);) {
            games.push_back(parse_record(line));
        }
        return games;
    }

    TemporaryDir dir_;
    PlayFlags flags_;
};

TEST_F(PlayCommandTest, games_alternate_and_are_printed_and_logged) {
    flags_.games = 3;
    flags_.log = (dir_ / "log").string();
    const std::string text = played();
    EXPECT_THAT(text, HasSubstr("agent2(X) WINS | T0 | "));
    EXPECT_THAT(text, HasSubstr("agent1(X) WINS | T0 | "));
    EXPECT_THAT(text, testing::EndsWith("Seed: 5\n"));
    const std::vector<GameRecord> games = logged();
    ASSERT_EQ(games.size(), 3U);
    for (std::size_t i = 0; i < games.size(); ++i) {
        EXPECT_EQ(games[i].game, i);
        EXPECT_EQ(games[i].first, i == 1 ? Player::Agent2 : Player::Agent1);
        EXPECT_EQ(games[i].winner, i == 1 ? Winner::Agent1 : Winner::Agent2);
        EXPECT_EQ(games[i].seed.agent1, agent_seed({.seed = 5}, i, Player::Agent1));
    }
}

TEST_F(PlayCommandTest, log_that_is_there_is_replaced_only_when_that_is_asked) {
    flags_.log = dir_.file("log", "old\n").string();
    EXPECT_THAT(refused(), StartsWith("--log: "));
    EXPECT_EQ(content_of(flags_.log), "old\n");
    flags_.overwrite = true;
    played();
    EXPECT_EQ(logged().size(), 1U);
}

TEST_F(PlayCommandTest, errors_name_the_agent_or_the_flag) {
    const std::string agent = flags_.commands.agent1;
    flags_.commands.agent2 = "/nowhere/agent";
    EXPECT_THAT(refused(), StartsWith("AGENT2: "));
    flags_.commands = {"'open quote", agent};
    EXPECT_THAT(refused(), StartsWith("AGENT1: "));
    flags_.commands.agent1 = agent;
    flags_.games = 0;
    EXPECT_THAT(refused(), StartsWith("--games: 0 is out of range"));
    flags_.games = 1;
    flags_.settings.cores = "99999";
    EXPECT_THAT(refused(), StartsWith("--cores: "));
    flags_.settings.cores = {};
    flags_.settings.game = "tic-tac-toe";
    flags_.settings.rules = "uai";
    EXPECT_THAT(refused(), StartsWith("--rules: "));
}

} // namespace
} // namespace referee
