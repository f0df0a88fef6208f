#include "referee/check/bench.hpp"
#include "tests/referee/check/checked_agent.hpp"
#include "tests/support/print.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <optional>
#include <string>

namespace referee::check {
namespace {

using namespace std::chrono_literals;
using testing_support::CheckedAgent;
using testing_support::engine_script;
using testing_support::native_script;

constexpr std::string_view kCornerFen = "x5o/7/7/7/7/7/o4xx o 0 1";

TEST(ProblemOf, fault_has_its_end_when_that_is_the_agents_doing_and_its_last_line) {
    const AgentFault crashed{Termination::Crashed, "exited"};
    const AgentFault late{Termination::Timeout, "sent no answer in time"};
    for (const auto& [fault, exit, errors, expected] : {
             std::tuple{crashed, "exited 3", "", "crashed: exited (exited 3)"},
             {crashed, "killed by referee", "", "crashed: exited"},
             {crashed, "", "one\ntwo \n \r\n", "crashed: exited; stderr: two"},
             {crashed, "signal 11", "one", "crashed: exited (signal 11); stderr: one"},
             {crashed, "", " \n\t\n", "crashed: exited"},
             {late, "exited 3", "why\x1b", "timeout: sent no answer in time; stderr: why\\x1b"},
         }) {
        EXPECT_EQ(problem_of(fault, {.exit = exit, .stderr_tail = errors}), expected);
    }
}

TEST(ProblemOf, game_without_a_fault_has_none_and_one_that_was_stopped_says_so) {
    GameRecord record;
    record.termination = Termination::BoardFull;
    EXPECT_EQ(problem_of(record), "");
    record.termination = Termination::Aborted;
    EXPECT_EQ(problem_of(record), "interrupted");
    record.termination = Termination::Crashed;
    record.exit = {"exited 5", "exited 0"};
    record.fault = FaultNote{Player::Agent1, "exited", "last\n"};
    EXPECT_EQ(problem_of(record), "crashed: exited (exited 5); stderr: last");
}

TEST(Situation, board_is_that_of_its_position_or_after_its_moves) {
    EXPECT_EQ(board_of(Game::Ataxx, {}), Board(Game::Ataxx));
    const Situation moves{.opening = {{1, 1, 1, 2}, {1, 7, 1, 6}}};
    EXPECT_EQ(board_of(Game::Ataxx, moves),
              Board(Game::Ataxx).after({1, 1, 1, 2}).value().after({1, 7, 1, 6}).value());
    const Situation start{.start = read_start(Game::Ataxx, kCornerFen), .opening = {{9, 9, 9, 9}}};
    EXPECT_EQ(board_of(Game::Ataxx, start), read_fen(Game::Ataxx, kCornerFen));
}

TEST(Bench, games_alternate_and_keep_the_process_of_the_agent) {
    CheckedAgent agent(native_script());
    agent.subject.seed = 5;
    agent.subject.rules = Game::TicTacToe;
    agent.subject.ready = 77ms;
    for (const std::uint64_t number : {0U, 1U, 2U}) {
        const Job job = agent.bench.game(number, TimeControl(3s));
        EXPECT_EQ(job.rules, Game::TicTacToe);
        EXPECT_EQ(job.id, number);
        EXPECT_EQ(job.first, number == 1 ? Player::Agent2 : Player::Agent1);
        EXPECT_EQ(job.seeds.agent1, agent_seed({.seed = 5}, number, Player::Agent1));
        EXPECT_EQ(job.seeds.agent2, agent_seed({.seed = 5}, number, Player::Agent2));
        EXPECT_EQ(job.limits.time, (PerPlayer<TimeControl>{3s, 3s}));
        EXPECT_EQ(job.limits.ready, 77ms);
        EXPECT_EQ(job.limits.turns, 9);
        EXPECT_EQ(job.keeps, (PerPlayer<bool>{true, false}));
    }
}

TEST(Bench, mover_of_a_situation_has_the_side_that_is_to_move) {
    CheckedAgent agent(native_script());
    const Situation second{.start = read_start(Game::Ataxx, kCornerFen)};
    const Situation moves{.opening = {{1, 1, 1, 2}, {1, 7, 1, 6}}};
    for (const Player mover : kPlayers) {
        EXPECT_EQ(agent.bench.game_from({}, mover, 1).first, mover);
        EXPECT_EQ(agent.bench.game_from(moves, mover, 1).first, mover);
        EXPECT_EQ(agent.bench.game_from(second, mover, 1).first, other(mover));
    }
    EXPECT_EQ(agent.bench.game_from({}, Player::Agent1, 3).limits.turns, 3);
    EXPECT_EQ(agent.bench.game_from(moves, Player::Agent1, 3).limits.turns, 5) << "the moves are turns too";
    const Job first = agent.bench.game_from({}, Player::Agent1, 1);
    EXPECT_NE(agent.bench.game_from({}, Player::Agent1, 1).seeds, first.seeds) << "each game is another one";
}

TEST(Bench, limits_are_patient_and_short_unless_the_agent_has_one_of_its_own) {
    CheckedAgent native(native_script());
    EXPECT_EQ(native.bench.patient(), TimeControl(10s));
    EXPECT_EQ(native.bench.for_games(), TimeControl(10s));
    native.subject.own_limit = TimeControl(4s);
    EXPECT_EQ(native.bench.patient(), TimeControl(4s));
    EXPECT_EQ(native.bench.for_games(), TimeControl(4s));

    CheckedAgent engine(engine_script(), Protocol::Uai);
    TimeControl expected(50ms);
    expected.kind = LimitKind::Move;
    expected.margin = 3s;
    EXPECT_EQ(engine.bench.patient(), expected);
    engine.subject.margin = 5s;
    expected.margin = 5s;
    EXPECT_EQ(engine.bench.patient(), expected) << "as late as its user allows";
    expected.time = 10ms;
    EXPECT_EQ(engine.bench.for_games(), expected);
    engine.subject.own_limit = TimeControl(4s);
    EXPECT_EQ(engine.bench.for_games(), TimeControl(4s));
    EXPECT_NE(engine.bench.patient(), TimeControl(4s)) << "its own limit is for whole games";
}

TEST(Bench, answer_is_a_legal_move_or_a_problem) {
    CheckedAgent good(native_script("OK OPENING"));
    const TurnAnswer moved = good.bench.answer({}, TimeControl(10s));
    EXPECT_EQ(moved.problem, "");
    EXPECT_EQ(moved.move, (MoveNumbers{1, 1, 1, 2}));
    EXPECT_EQ(moved.line, "MOVE 1 1 1 2");
    EXPECT_EQ(good.bench.offers(), (Capabilities{.opening = true}));
    const TurnAnswer illegal = good.bench.answer({.opening = {{1, 1, 1, 2}, {1, 7, 1, 6}}}, TimeControl(10s));
    EXPECT_FALSE(illegal.move);
    EXPECT_EQ(illegal.problem, "illegal_move: played 1 1 1 2: (1,2)=b7 is not empty");
    EXPECT_FALSE(illegal.is_late);
}

TEST(Bench, late_answer_is_told_from_one_that_came_in_part) {
    for (const bool is_in_part : {false, true}) {
        CheckedAgent agent(std::string("read r; echo OK; read t; ") + (is_in_part ? "printf MOVE; " : "") +
                           "sleep 1000");
        const TurnAnswer answer = agent.bench.answer({}, TimeControl(500ms));
        EXPECT_TRUE(answer.is_late);
        EXPECT_EQ(answer.came_in_part, is_in_part);
        EXPECT_FALSE(answer.move);
    }
}

TEST(Bench, position_is_told_to_engines_and_to_agents_that_offer_it_and_else_by_its_moves) {
    struct Row {
        std::string script;
        Protocol protocol;
        bool by_position, by_moves; ///< when there are moves that lead there
    };
    for (const Row& row : {
             Row{engine_script(), Protocol::Uai, true, false},
             Row{native_script("OK FEN OPENING"), Protocol::Native, true, false},
             Row{native_script("OK OPENING"), Protocol::Native, false, true},
             Row{native_script(), Protocol::Native, false, false},
         }) {
        CheckedAgent agent(row.script, row.protocol);
        const auto with_moves = agent.bench.situation(kCornerFen, "7 7 7 6");
        EXPECT_EQ(with_moves.has_value(), row.by_position || row.by_moves);
        EXPECT_EQ(with_moves && with_moves->start, row.by_position);
        EXPECT_EQ(with_moves && !with_moves->opening.empty(), row.by_moves);
        EXPECT_EQ(agent.bench.situation(kCornerFen).has_value(), row.by_position) << "without moves";
    }
    CheckedAgent other(engine_script(), Protocol::Uai);
    other.subject.rules = Game::ConnectFour;
    EXPECT_FALSE(other.bench.situation(kCornerFen)) << "the positions are of one game";
}

} // namespace
} // namespace referee::check
