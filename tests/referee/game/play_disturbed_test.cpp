// Games that something other than the agents' play ends.

#include "referee/game/play.hpp"
#include "referee/game/review/review.hpp"
#include "tests/referee/game/play_scene.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <optional>

namespace referee {
namespace {

using namespace std::chrono_literals;
using namespace testing_support;
using testing::IsEmpty;

constexpr Disturbed kTampered{Disturbance::Tampering, "the other agent was stopped by a signal"};

/// A game whose first turn, of agent 1, is disturbed.
GameRecord disturbed_in_a_turn(FakeAgents& agents, const Disturbed& disturbed) {
    agents.answers.push_back({.what = kLate, .elapsed = 20s, .disturbed = disturbed});
    return play(game_of(Player::Agent1), agents);
}

TEST(DisturbedGame, is_not_scored_and_names_the_rival_of_the_agent_that_was_stopped) {
    FakeAgents agents;
    const GameRecord record = disturbed_in_a_turn(agents, kTampered);
    EXPECT_EQ(record.termination, Termination::Tampering);
    EXPECT_FALSE(record.winner);
    EXPECT_EQ(record.disturbed, Disturbance::Tampering);
    ASSERT_TRUE(record.fault);
    EXPECT_EQ(record.fault->agent, Player::Agent2);
    EXPECT_EQ(record.fault->reason, kTampered.reason);
    EXPECT_FALSE(record.time_loss) << "the agent that was stopped did not lose on time";
    EXPECT_THAT(differences(record), IsEmpty());
    const GameRecord read = parse_record(to_json_line(record));
    EXPECT_EQ(to_json_line(read), to_json_line(record));
    EXPECT_THAT(differences(read), IsEmpty());
}

TEST(DisturbedGame, has_nobody_at_fault_when_the_referee_or_the_machine_stood_still) {
    for (const Disturbance what : {Disturbance::RefereeStopped, Disturbance::MachineSuspended}) {
        FakeAgents agents;
        const GameRecord record = disturbed_in_a_turn(agents, {what});
        EXPECT_EQ(record.termination, Termination::RefereeFailure);
        EXPECT_EQ(record.disturbed, what);
        EXPECT_FALSE(record.winner || record.fault);
        EXPECT_THAT(differences(record), IsEmpty());
    }
}

TEST(DisturbedGame, is_one_in_which_the_kernel_ended_an_agent_for_want_of_shared_memory) {
    struct Row {
        AgentFault fault;
        MemoryEnd end;
        bool is_disturbed;
    };
    const AgentFault illegal{Termination::IllegalMove, "played"};
    for (const Row& row : {Row{kGone, MemoryEnd::Shared, true}, Row{kLate, MemoryEnd::Shared, true},
                           Row{illegal, MemoryEnd::Shared, false}, Row{kGone, MemoryEnd::Own, false}}) {
        FakeAgents agents;
        agents.answers.push_back({.what = row.fault, .elapsed = 20s});
        agents.departures.first.exit = "signal 9";
        agents.departures.first.memory_end = row.end;
        agents.departures.first.held_bytes = 90 << 20;
        agents.departures.second.held_bytes = 300 << 20;
        const GameRecord record = play(game_of(Player::Agent1), agents);
        EXPECT_EQ(record.disturbed == Disturbance::OutOfMemory, row.is_disturbed);
        EXPECT_EQ(record.winner.has_value(), !row.is_disturbed);
        EXPECT_EQ(record.disturbed_by, row.is_disturbed ? "agent 1 held 90 MiB, agent 2 300 MiB" : "");
        if (record.fault && row.end == MemoryEnd::Own) {
            EXPECT_THAT(record.fault->reason,
                        testing::EndsWith("it had used up the memory that it was given (--memory-mb)"));
        }
        EXPECT_THAT(differences(record), IsEmpty());
        EXPECT_EQ(to_json_line(parse_record(to_json_line(record))), to_json_line(record));
    }
}

TEST(DisturbedGame, keeps_no_process_for_the_next_game) {
    FakeAgents agents;
    Job job = game_of(Player::Agent1);
    job.keeps = {true, true};
    agents.answers.push_back({.what = kLate, .disturbed = kTampered});
    static_cast<void>(play(job, agents));
    EXPECT_EQ(agents.kept, (PerSide<bool>{false, false}));
}

TEST(DisturbedGame, ends_while_an_agent_gets_ready) {
    FakeAgents agents;
    agents.ready.second = {.what = kLate, .disturbed = kTampered};
    const GameRecord record = play(game_of(Player::Agent1), agents);
    EXPECT_EQ(record.termination, Termination::Tampering);
    ASSERT_TRUE(record.fault);
    EXPECT_EQ(record.fault->agent, Player::Agent1) << "agent 2 plays second and was stopped";
    EXPECT_THAT(differences(record), IsEmpty());
}

TEST(DoubtfulLoss, is_one_that_a_rival_without_a_sandbox_may_have_caused) {
    struct Row {
        AgentFault fault;
        const char* exit;
        TurnLoad load;
        bool is_free; ///< the rival
        bool is_doubtful;
        bool is_curbed = false;
    };
    const TurnLoad idle{.watched = 10s, .cpu = 5s};
    const TurnLoad busy{.watched = 10s, .cpu = 5001ms};
    const TurnLoad crowded{.watched = 10s, .cpu = 1s, .delay = 9s};
    for (const Row& row : {
             Row{kGone, "signal 9", {}, true, true},
             Row{kGone, "signal 9", {}, false, false},
             Row{kGone, "exited 1", {}, true, false},
             Row{kGone, "exited 128", {}, true, false},
             Row{kGone, "exited 137", {}, true, true},
             Row{kGone, "killed by referee", {}, true, false},
             Row{kLate, "killed by referee", idle, true, true},
             Row{kLate, "killed by referee", idle, false, false},
             Row{kLate, "killed by referee", busy, true, false},
             Row{kLate, "killed by referee", crowded, true, false}, // it was ready to run
             Row{kLate, "killed by referee", {}, true, false},      // it was not watched
             Row{kLate, "killed by referee", busy, true, true, true},
             Row{kLate, "killed by referee", busy, false, false, true},
             Row{kGone, "exited 1", {}, true, true, true},
             Row{kGone, "exited 1", {}, false, false, true},
             Row{{Termination::ProtocolError, "said what"}, "signal 9", {}, true, false},
         }) {
        FakeAgents agents;
        agents.free = {false, row.is_free};
        agents.departures.first = {.exit = row.exit, .stderr_tail = ""};
        agents.answers.push_back(
            {.what = row.fault, .elapsed = 20s, .load = row.load, .is_curbed = row.is_curbed});
        const GameRecord record = play(game_of(Player::Agent1), agents);
        EXPECT_EQ(record.winner, Winner::Agent2) << "it is a loss all the same";
        EXPECT_EQ(record.doubtful, row.is_doubtful) << row.fault.reason << ", " << row.exit;
        EXPECT_EQ(parse_record(to_json_line(record)).doubtful, row.is_doubtful);
    }
}

TEST(DoubtfulLoss, looks_at_all_turns_that_shared_the_clock) {
    struct Row {
        LimitKind kind;
        TurnLoad first_turn;
        bool is_doubtful;
        bool is_disputed;
    };
    const TurnLoad idle{.watched = 6s, .cpu = 1s};
    const TurnLoad busy{.watched = 6s, .cpu = 3s};
    const TurnLoad crowded{.watched = 6s, .cpu = 1s, .delay = 5s};
    for (const Row& row : {
             Row{LimitKind::Game, idle, true, false},
             Row{LimitKind::Game, busy, false, false},
             Row{LimitKind::Game, crowded, false, true},
             Row{LimitKind::Move, idle, false, false},
             Row{LimitKind::Move, crowded, false, false},
         }) {
        FakeAgents agents;
        agents.free = {true, true};
        Job job = game_of(Player::Agent1);
        for (const Player player : kPlayers) {
            job.limits.time[player].kind = row.kind;
            job.limits.time[player].time = 10s;
        }
        agents.answers.push_back({.what = "MOVE 1 1 1 2", .elapsed = 6s, .load = row.first_turn});
        agents.answers.push_back({.what = "MOVE 1 7 1 6"});
        agents.answers.push_back({.what = kLate, .elapsed = 10s, .load = {.watched = 10s, .cpu = 10s}});
        const GameRecord record = play(job, agents);
        ASSERT_TRUE(record.time_loss);
        EXPECT_EQ(record.doubtful, row.is_doubtful);
        EXPECT_EQ(record.time_loss->disputed, row.is_disputed);
    }
}

} // namespace
} // namespace referee
