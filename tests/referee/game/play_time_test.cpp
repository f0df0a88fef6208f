#include "referee/game/play.hpp"
#include "referee/game/review/review.hpp"
#include "tests/referee/game/play_scene.hpp"
#include "tests/support/print.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace referee {
namespace {

using namespace std::chrono_literals;
using namespace testing_support;
using std::chrono::nanoseconds;
using testing::ElementsAre;
using testing::IsEmpty;

// ---- Time

TEST(Play, time_used_up_exactly_is_in_time) {
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
    EXPECT_EQ(record.used, (PerPlayer<nanoseconds>{10s, 10s}));
}

TEST(Play, each_answer_may_be_late_by_the_margin) {
    TimeControl control(100ms);
    control.margin = 200ms;
    for (const nanoseconds last : {200ms + 0ns, 200ms + 1ns}) {
        FakeAgents agents;
        agents.answers = {{"MOVE 1 1 1 3", 160ms}, {"MOVE 7 1 7 3", 0ns},  {"MOVE 1 3 1 1", 60ms},
                          {"MOVE 7 3 7 1", 0ns},   {"MOVE 1 1 1 3", 60ms}, {"MOVE 7 1 7 3", 0ns},
                          {"MOVE 1 3 1 1", 60ms},  {"MOVE 7 3 7 1", 0ns},  {"MOVE 1 1 1 3", last}};
        const GameRecord record = play({.limits = {.time = {control, control}, .turns = 9}}, agents);
        const bool is_lost = last > 200ms;
        EXPECT_EQ(record.termination, is_lost ? Termination::Timeout : Termination::TurnLimit);
        ASSERT_EQ(agents.questions.size(), 9U);
        EXPECT_EQ(agents.questions[8].message, "OPP 7 3 7 1 0\nTURN 0 100\n");
        EXPECT_EQ(agents.questions[8].limit, 200ms);
        EXPECT_EQ(record.used.agent1, 340ms + last) << "what is late is charged";
        EXPECT_THAT(differences(record), IsEmpty());
    }
}

TEST(Play, time_of_a_period_is_lost_or_won_in_it) {
    TimeControl control(100ms);
    control.moves = 2;
    for (const nanoseconds last : {130ms + 0ns, 130ms + 1ns}) {
        FakeAgents agents;
        agents.answers = {{"MOVE 1 1 1 3", 70ms},
                          {"MOVE 7 1 7 3", 0ns},
                          {"MOVE 1 3 1 1", 0ns},
                          {"MOVE 7 3 7 1", 0ns},
                          {"MOVE 1 1 1 3", last}};
        const GameRecord record = play({.limits = {.time = {control, control}, .turns = 5}}, agents);
        EXPECT_EQ(record.termination, last > 130ms ? Termination::Timeout : Termination::TurnLimit);
        EXPECT_EQ(agents.questions[4].message, "OPP 7 3 7 1 0\nTURN 130 200\n");
        EXPECT_THAT(differences(record), IsEmpty());
    }
}

TEST(Play, one_nanosecond_more_than_the_time_loses) {
    for (const Player first : kPlayers) {
        FakeAgents agents;
        agents.answers = {{"MOVE 1 1 1 3", 4s}, {"MOVE 7 1 7 3", 1ms}, {"MOVE 1 3 1 1", 6s + 1ns}};
        const GameRecord record = play(game_of(first), agents);
        EXPECT_EQ(record.termination, Termination::Timeout);
        EXPECT_EQ(record.winner, winner_is(other(first)));
        ASSERT_TRUE(record.fault);
        EXPECT_EQ(record.fault->agent, first);
        EXPECT_EQ(record.fault->reason, "sent no answer in time");
        EXPECT_EQ(record.used[first], 10s + 1ns);
        EXPECT_EQ(record.used[other(first)], 1ms);
        EXPECT_EQ(record.turns, 2U); // the late move is not made
        EXPECT_EQ(record.score, (PerPlayer<int>{2, 2}));
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

TEST(Play, an_agent_that_says_nothing_loses_on_time) {
    FakeAgents agents;
    agents.answers = {{"MOVE 1 1 1 3", 1s},
                      {AgentFault{Termination::Timeout, "sent no answer in time"}, 10s + 80us}};
    agents.departures.second = {"killed by referee", "caf\xe9 \x1b[31m"};
    const GameRecord record = play({}, agents);
    EXPECT_EQ(record.termination, Termination::Timeout);
    EXPECT_EQ(record.winner, Winner::Agent1);
    ASSERT_TRUE(record.fault);
    EXPECT_EQ(record.fault->agent, Player::Agent2);
    EXPECT_EQ(record.fault->stderr_tail, "caf\xEF\xBF\xBD \x1b[31m"); // valid UTF-8, otherwise as it was
    EXPECT_EQ(record.used.agent2, 10s + 80us);
    EXPECT_EQ(record.exit.agent2, "killed by referee");
    EXPECT_THAT(agents.last_words, ElementsAre(kOnlyFinish)); // after a fault no agent gets OPP
}

TEST(Play, an_agent_without_work_in_its_first_turn_is_asked_whether_it_reads_TURN) {
    const AgentFault late{Termination::Timeout, "sent no answer in time"};
    const std::string asked =
        late.reason + "; it answered no TURN: does it read TURN, and is its output flushed?";
    FakeAgents idle;
    idle.answers = {{late, 10s + 1ns, {.watched = 9s, .cpu = 1ms}}};
    EXPECT_EQ(play({}, idle).fault->reason, asked);
    FakeAgents busy;
    busy.answers = {{late, 10s + 1ns, {.watched = 9s, .cpu = 8s}}};
    EXPECT_EQ(play({}, busy).fault->reason, late.reason);
    FakeAgents later;
    later.answers = {{"MOVE 1 1 1 3", 1ms}, {"MOVE 7 1 7 3", 1ms}, {late, 10s, {.watched = 9s, .cpu = 1ms}}};
    EXPECT_EQ(play({}, later).fault->reason, late.reason);
}

TEST(Play, each_player_has_its_own_time) {
    FakeAgents agents;
    agents.answers = {{"MOVE 1 1 1 3", 3s}, {"MOVE 1 7 1 6", 3s}};
    const GameRecord record = play({.limits = {.time = {5s, 2s}}}, agents);
    EXPECT_EQ(record.termination, Termination::Timeout);
    EXPECT_EQ(record.winner, Winner::Agent1);
    EXPECT_EQ(agents.questions[1].message, "OPP 1 1 1 3 3000\nTURN 2000 2000\n");
}

// ---- Load of the machine

TEST(Play, loads_are_summed_up_by_player) {
    const TurnLoad one{.watched = 5ms, .cpu = 4ms, .delay = 1ms, .rival_cpu = 2ms};
    const TurnLoad two{.watched = 700ms, .cpu = 30ms, .delay = 500ms, .rival_cpu = 60ms};
    const TurnLoad three{.watched = 90ms, .cpu = 10ms, .delay = 20ms, .rival_cpu = 40ms};
    for (const Player first : kPlayers) {
        FakeAgents agents;
        agents.answers = {
            {"MOVE 1 1 1 3", 5ms, one}, {"MOVE 7 1 7 3", 1s, two}, {"MOVE 1 3 1 1", 1ms, three}};
        agents.departures.first.processor = 3s;
        agents.departures.second.processor = 4s;
        Job job = game_of(first);
        job.limits.turns = 3;
        job.limits.time[first] = 7s;
        const GameRecord record = play(job, agents);
        EXPECT_EQ(record.load[first],
                  (TurnLoad{.watched = 95ms, .cpu = 14ms, .delay = 21ms, .rival_cpu = 42ms}));
        EXPECT_EQ(record.load[other(first)], two);
        EXPECT_EQ(record.processor[first], 3s);
        EXPECT_EQ(record.processor[other(first)], 4s);
        EXPECT_EQ(record.limits[first], 7s);
        EXPECT_EQ(record.limits[other(first)], 10s);
        EXPECT_FALSE(record.time_loss);
    }
}

TEST(Play, a_time_loss_is_written_down_with_its_turn) {
    const TurnLoad turn{.watched = 9s, .cpu = 8s, .delay = 99ms, .rival_cpu = 50ms};
    for (const Player first : kPlayers) {
        FakeAgents agents;
        agents.answers = {{"MOVE 1 1 1 3", 4s, {.watched = 4s, .cpu = 4s}},
                          {"MOVE 7 1 7 3", 1ms},
                          {AgentFault{Termination::Timeout, "sent no answer in time"}, 6s + 1ns, turn}};
        const GameRecord record = play(game_of(first), agents);
        ASSERT_TRUE(record.time_loss);
        EXPECT_EQ(record.time_loss->took, 6s + 1ns);
        EXPECT_EQ(record.time_loss->load, turn);
        EXPECT_FALSE(record.time_loss->disputed) << "99 ms of 10 s";
        EXPECT_EQ(record.load[first].watched, 13s);
        EXPECT_EQ(record.load[other(first)], TurnLoad{});
    }
}

TEST(Play, an_answer_that_comes_too_late_is_a_time_loss) {
    FakeAgents agents;
    agents.answers = {{"MOVE 1 1 1 3", 10s + 1ns, {.watched = 10s, .cpu = 1s, .delay = 9s}}};
    const GameRecord record = play({}, agents);
    ASSERT_TRUE(record.time_loss);
    EXPECT_EQ(record.time_loss->took, 10s + 1ns);
    EXPECT_TRUE(record.time_loss->disputed);
}

TEST(Play, other_faults_are_not_time_losses) {
    for (const Termination termination : {Termination::Crashed, Termination::ProtocolError}) {
        FakeAgents agents;
        agents.answers = {{AgentFault{termination, "why"}, 10s, {.watched = 10s, .delay = 9s}}};
        EXPECT_FALSE(play({}, agents).time_loss);
    }
    FakeAgents late;
    late.ready.first = {kLate};
    EXPECT_FALSE(play({}, late).time_loss) << "before any clock ran";
}

} // namespace
} // namespace referee
