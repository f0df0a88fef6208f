#include "referee/game/play.hpp"
#include "referee/game/review.hpp"
#include "tests/referee/game/play_scene.hpp"
#include "tests/support/print.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace ataxx {
namespace {

using namespace std::chrono_literals;
using namespace testing_support;
using std::chrono::nanoseconds;
using testing::ElementsAre;
using testing::IsEmpty;

// ---- Time

TEST(Play, the_whole_time_may_be_used) {
    FakeAgents agents;
    agents.answers = {{"MOVE 1 1 1 3", 4s},
                      {"MOVE 7 1 7 3", 0ns},
                      {"MOVE 1 3 1 1", 6s},
                      {"MOVE 7 3 7 1", 10s},
                      {"MOVE 1 1 1 3", 0ns}};
    const GameRecord record = play({.limits = {.turns = 5}}, agents);
    EXPECT_EQ(record.termination, Termination::TurnLimit);
    ASSERT_EQ(agents.questions.size(), 5U);
    EXPECT_EQ(agents.questions[4].message, "OPP 7 3 7 1 10000\nTURN 0 0\n");
    EXPECT_EQ(agents.questions[4].limit, 0ns);
    EXPECT_EQ(record.used, (std::array<nanoseconds, 2>{10s, 10s}));
}

TEST(Play, one_nanosecond_more_loses) {
    for (const Player first : kBoth) {
        FakeAgents agents;
        agents.answers = {{"MOVE 1 1 1 3", 4s}, {"MOVE 7 1 7 3", 1ms}, {"MOVE 1 3 1 1", 6s + 1ns}};
        const GameRecord record = play(game_of(first), agents);
        EXPECT_EQ(record.termination, Termination::Timeout);
        EXPECT_EQ(record.winner, winner_is(other(first)));
        ASSERT_TRUE(record.fault);
        EXPECT_EQ(record.fault->agent, first);
        EXPECT_EQ(record.fault->reason, "sent no answer in time");
        EXPECT_EQ(record.used[index(first)], 10s + 1ns);
        EXPECT_EQ(record.used[index(other(first))], 1ms);
        EXPECT_EQ(record.turns, 2U); // the late move is not made
        EXPECT_EQ(record.score, (std::array<int, 2>{2, 2}));
        EXPECT_THAT(agents.last_words, ElementsAre(kOnlyFinish));
        EXPECT_THAT(differences(record), IsEmpty());
    }
}

TEST(Play, time_is_judged_before_content) {
    for (const char* answer : {"KO", "MOVE 4 4 4 5", ""}) {
        FakeAgents agents;
        agents.answers = {{answer, 10s + 1ns}};
        EXPECT_EQ(play({}, agents).termination, Termination::Timeout) << answer;
    }
    FakeAgents in_time;
    in_time.answers = {{"KO", 10s}};
    EXPECT_EQ(play({}, in_time).termination, Termination::ProtocolError);
}

TEST(Play, an_agent_that_says_nothing) {
    FakeAgents agents;
    agents.answers = {{"MOVE 1 1 1 3", 1s},
                      {AgentFault{Termination::Timeout, "sent no answer in time"}, 10s + 80us}};
    agents.departures[1] = {"killed by referee", "caf\xe9 \x1b[31m"};
    const GameRecord record = play({}, agents);
    EXPECT_EQ(record.termination, Termination::Timeout);
    EXPECT_EQ(record.winner, Winner::Agent1);
    ASSERT_TRUE(record.fault);
    EXPECT_EQ(record.fault->agent, Player::Agent2);
    EXPECT_EQ(record.fault->stderr_tail, "caf\xEF\xBF\xBD \x1b[31m"); // valid UTF-8, otherwise as it was
    EXPECT_EQ(record.used[1], 10s + 80us);
    EXPECT_EQ(record.exit[1], "killed by referee");
    EXPECT_THAT(agents.last_words, ElementsAre(kOnlyFinish)); // on a fault nobody gets OPP
}

TEST(Play, each_player_has_the_time_of_its_own) {
    FakeAgents agents;
    agents.answers = {{"MOVE 1 1 1 3", 3s}, {"MOVE 1 7 1 6", 3s}};
    const GameRecord record = play({.limits = {.time = {5s, 2s}}}, agents);
    EXPECT_EQ(record.termination, Termination::Timeout);
    EXPECT_EQ(record.winner, Winner::Agent1);
    EXPECT_EQ(agents.questions[1].message, "OPP 1 1 1 3 3000\nTURN 2000 2000\n");
}

} // namespace
} // namespace ataxx
