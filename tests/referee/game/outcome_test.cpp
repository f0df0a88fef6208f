#include "referee/game/play.hpp"
#include "tests/referee/game/play_scene.hpp"
#include "tests/support/print.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <utility>

namespace referee {
namespace {

using namespace std::chrono_literals;
using namespace testing_support;

/// A game of two clocks that has ended after no turn, or after the moves of a test.
struct EndedGame {
    explicit EndedGame(Player first, const TimeControl& control = 10s) {
        job.first = first;
        job.limits.time = {control, control};
        outcome.departures = {Departure{.exit = "exited 1", .stderr_tail = ""},
                              Departure{.exit = "exited 2", .stderr_tail = ""}};
    }
    GameRecord written() {
        GameRecord record;
        record.time_loss = time_loss;
        write_down(game, outcome, record);
        return record;
    }
    void loses(Side side, const AgentFault& fault) {
        outcome.termination = fault.termination;
        outcome.loser = side;
        outcome.faults[side] = fault;
    }

    Job job;
    GameSoFar game{.job = job,
                   .course = Course(Board(Game::Ataxx)),
                   .clocks = {Clock(TimeControl(10s)), Clock(TimeControl(10s))}};
    GameOutcome outcome{
        .termination = Termination::TurnLimit, .loser = {}, .faults = {}, .departures = {}, .turns = {}};
    std::optional<TimeLoss> time_loss;
};

TEST(WriteDown, what_is_known_of_a_side_goes_to_the_agent_that_sat_there) {
    for (const Player first : kPlayers) {
        EndedGame ended(first);
        const Player second = other(first);
        ended.job.limits.time[first] = 7s;
        ended.game.clocks.first.charge(3s);
        ended.game.clocks.second.charge(4ms);
        ended.outcome.departures.first.processor = 5s;
        ended.outcome.turns.first = {.load = {.watched = 2s, .threads = 3},
                                     .pings = {.most = 1ms, .sum = 2ms, .count = 3}};
        ASSERT_TRUE(ended.game.course.make({1, 1, 1, 2}));
        const GameRecord record = ended.written();
        EXPECT_EQ(record.exit[first], "exited 1");
        EXPECT_EQ(record.exit[second], "exited 2");
        EXPECT_EQ(record.used[first], 3s);
        EXPECT_EQ(record.used[second], 4ms);
        EXPECT_EQ(record.processor[first], 5s);
        EXPECT_EQ(record.limits[first], TimeControl(7s));
        EXPECT_EQ(record.limits[second], TimeControl(10s));
        EXPECT_EQ(record.load[first], ended.outcome.turns.first.load);
        EXPECT_EQ(record.threads[first], 3);
        EXPECT_EQ(record.threads[second], 1);
        EXPECT_EQ(record.pings[first], ended.outcome.turns.first.pings);
        EXPECT_EQ(record.pings[second], MostAndSum());
        EXPECT_EQ(record.score[first], 3);
        EXPECT_EQ(record.score[second], 2);
    }
}

TEST(WriteDown, most_processor_time_of_a_turn_is_of_agents_with_a_time_for_each_move) {
    TimeControl move(50ms);
    move.kind = LimitKind::Move;
    EndedGame ended(Player::Agent1);
    ended.job.limits.time.agent2 = move;
    ended.game.clocks.second = Clock(move);
    ended.game.clocks.second.charge(60ms);
    ended.game.clocks.second.charge(55ms);
    ended.outcome.turns = {TurnsTaken{.load = {}, .most_cpu = 4ms, .pings = {}},
                           TurnsTaken{.load = {}, .most_cpu = 5ms, .pings = {}}};
    const GameRecord record = ended.written();
    EXPECT_EQ(record.most_cpu, (PerPlayer<std::chrono::nanoseconds>{0ms, 5ms}));
    EXPECT_EQ(record.over.agent2.most, 10ms);
    EXPECT_EQ(record.over.agent2.sum, 15ms);
    EXPECT_EQ(record.over.agent1.most, 0ms);
}

TEST(WriteDown, board_tells_the_winner_and_a_fault_that_of_the_other_agent) {
    for (const Player first : kPlayers) {
        EndedGame ended(first);
        EXPECT_EQ(ended.written().winner, Winner::Draw);
        ASSERT_TRUE(ended.game.course.make({1, 1, 1, 2}));
        EXPECT_EQ(ended.written().winner, winner_is(first));
        ended.loses(Side::First, kGone);
        const GameRecord lost = ended.written();
        EXPECT_EQ(lost.winner, winner_is(other(first)));
        ASSERT_TRUE(lost.fault);
        EXPECT_EQ(lost.fault->agent, first);
    }
}

TEST(WriteDown, game_that_is_not_scored_names_who_is_at_fault_and_no_winner) {
    EndedGame ended(Player::Agent2);
    ended.outcome.is_free = {true, true};
    ended.outcome.is_curbed = true;
    ended.loses(Side::First, {Termination::Tampering, "the other agent was stopped by a signal"});
    const GameRecord record = ended.written();
    EXPECT_FALSE(record.winner);
    EXPECT_FALSE(record.doubtful);
    ASSERT_TRUE(record.fault);
    EXPECT_EQ(record.fault->agent, Player::Agent2);
}

// ---- Losses on time

TEST(TimeLoss, time_that_was_not_charged_is_not_disputed) {
    for (const auto excused : {0ms, 150ms, 200ms}) {
        EndedGame ended(Player::Agent1);
        ended.loses(Side::First, kLate);
        const TurnLoad turn{.watched = 1s, .cpu = 100ms, .delay = 200ms, .excused = excused};
        ended.outcome.turns.first.load = turn;
        ended.time_loss = TimeLoss{.took = 10s, .load = turn, .disputed = false};
        EXPECT_EQ(ended.written().time_loss->disputed, excused < 100ms) << "of 10 s, one percent is 100 ms";
        ended.outcome.departures.first.cut_off = TurnLoad{.watched = 1s, .cpu = 100ms, .delay = 200ms};
        const GameRecord record = ended.written();
        EXPECT_EQ(record.time_loss->disputed, excused < 100ms) << "what is known later does not charge it";
        EXPECT_EQ(record.time_loss->load.excused, excused);
    }
}

// More is known of the last turn after the process has ended.
TEST(TimeLoss, is_judged_by_what_is_known_after_the_end) {
    const TurnLoad early{.watched = 900ms, .cpu = 100ms, .delay = 5ms, .rival_cpu = 1ms};
    const TurnLoad late{.watched = 900ms, .cpu = 100ms, .delay = 600ms, .rival_cpu = 1ms};
    for (const Player first : kPlayers) {
        for (const Side loser : {Side::First, Side::Second}) {
            FakeAgents agents;
            if (loser == Side::Second) {
                agents.answers.push_back({"MOVE 1 1 1 3", 1ms, {.watched = 1ms}});
            }
            agents.answers.push_back({AgentFault{Termination::Timeout, "late"}, 10s + 1ns, early});
            agents.departures[loser].cut_off = late;
            const GameRecord record = play(game_of(first), agents);
            const Player player = player_of(loser, first);
            EXPECT_EQ(record.fault->agent, player);
            ASSERT_TRUE(record.time_loss);
            EXPECT_EQ(record.time_loss->load, late);
            EXPECT_TRUE(record.time_loss->disputed);
            EXPECT_EQ(record.load[player], late) << "also in the sum";
            EXPECT_EQ(record.load[other(player)].delay, 0ns);
        }
    }
}

TEST(TimeLoss, dispute_needs_one_percent_of_the_losers_own_budget) {
    for (const Player first : kPlayers) {
        FakeAgents agents;
        agents.answers = {
            {AgentFault{Termination::Timeout, "late"}, 100s, {.watched = 1s, .cpu = 0s, .delay = 20ms}}};
        Job job = game_of(first);
        job.limits.time[first] = 2s;
        job.limits.time[other(first)] = 60s;
        EXPECT_TRUE(play(job, agents).time_loss->disputed);
        std::swap(job.limits.time.agent1, job.limits.time.agent2);
        FakeAgents again;
        again.answers = {
            {AgentFault{Termination::Timeout, "late"}, 100s, {.watched = 1s, .cpu = 0s, .delay = 20ms}}};
        EXPECT_FALSE(play(job, again).time_loss->disputed);
    }
}

// Other processes had four fifths of the time, a little in each turn.
TEST(TimeLoss, many_short_waits_are_disputed_as_one_long_wait) {
    FakeAgents agents;
    const TurnLoad turn{.watched = 10ms, .cpu = 2ms, .delay = 8ms};
    for (int round = 0; round < 3; ++round) {
        agents.answers.push_back({round % 2 == 0 ? "MOVE 1 1 1 3" : "MOVE 1 3 1 1", 10ms, turn});
        agents.answers.push_back({round % 2 == 0 ? "MOVE 7 1 7 3" : "MOVE 7 3 7 1", 0ms});
    }
    agents.answers.push_back({AgentFault{Termination::Timeout, "late"}, 5ms, {.watched = 5ms, .delay = 4ms}});
    EXPECT_TRUE(play({.limits = {.time = {33ms, 10s}}}, agents).time_loss->disputed);
}

// ---- Losses that the winner may have caused

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
