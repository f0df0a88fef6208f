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

} // namespace
} // namespace referee
