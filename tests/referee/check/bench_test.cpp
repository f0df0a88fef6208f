#include "referee/check/bench.hpp"
#include "referee/check/random_mover.hpp"
#include "tests/referee/check/checked_agent.hpp"
#include "tests/support/print.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <variant>

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

namespace {

constexpr std::string_view kStartFen = "x5o/7/7/7/7/7/o5x x 0 1";

/// `go` with a time for the move that no engine here looks at.
engine::TurnMessage go_message() {
    engine::TurnMessage go;
    go.go_move_time(10ms);
    return go;
}

TEST(AddPosition, fen_is_told_as_it_stands_to_uai_and_as_uci_writes_it) {
    const auto message_for = [](Protocol protocol, Game rules, std::string_view fen) {
        Subject subject{.name = "it", .program = {}, .manner = {.protocol = protocol}, .rules = rules};
        engine::TurnMessage message;
        add_position(message, subject, fen);
        return std::string(message.text());
    };
    EXPECT_EQ(message_for(Protocol::Uai, Game::Ataxx, "x5o/7/7/7/7/7/o5x x 99 1234"),
              "position fen x5o/7/7/7/7/7/o5x x 99 1234\n");
    EXPECT_EQ(message_for(Protocol::Uci, Game::Chess, "4k3/8/8/8/8/8/8/4K2R w K - 3 17"),
              "position fen 4k3/8/8/8/8/8/8/4K2R w K - 3 17\n");
    EXPECT_EQ(message_for(Protocol::Uci, Game::Chess, "4k3/8/8/8/8/8/8/4K2R w K -"),
              "position fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1\n");
}

TEST(PreparedTalk, engine_that_gets_ready_is_prepared_and_another_one_is_a_problem) {
    CheckedAgent good(engine_script(), Protocol::Uai);
    EXPECT_TRUE(good.bench.talker().is_new());
    static_cast<void>(prepared_talk(good.bench));
    EXPECT_FALSE(good.bench.talker().is_new());
    CheckedAgent bad("read line; echo uaiok; read line; exit 3", Protocol::Uai);
    EXPECT_THAT([&] { return prepared_talk(bad.bench); },
                testing::ThrowsMessage<CheckFailed>(testing::HasSubstr("(exited 3)")));
}

TEST(EngineTalk, search_has_the_answer_and_what_was_said_of_it) {
    CheckedAgent agent(engine_script(), Protocol::Uai);
    EngineTalk talk = prepared_talk(agent.bench);
    const Search search = talk.search(kStartFen, go_message(), 20s);
    EXPECT_EQ(search.line, "bestmove b7");
    EXPECT_EQ(search.problem, "");
    EXPECT_EQ(search.info.depth, 3);
    EXPECT_EQ(search.info.nodes, 7U);
    EXPECT_GT(search.took, 0ns);
}

/// A UAI engine that does this in a search.
std::string searching(const std::string& script) {
    return "while read word rest; do case $word in uai) echo uaiok;; isready) echo readyok;; go) " + script +
           ";; stop) echo bestmove b7;; quit) exit 0;; esac; done";
}

TEST(EngineTalk, late_search_is_a_problem_unless_the_engine_answers_stop) {
    CheckedAgent agent(searching(":"), Protocol::Uai);
    EngineTalk talk = prepared_talk(agent.bench);
    const Search stopped = talk.search(kStartFen, go_message(), 100ms, engine::kStopMessage);
    EXPECT_EQ(stopped.line, "bestmove b7");
    EXPECT_GE(stopped.took, 100ms);
    EXPECT_FALSE(stopped.is_late);
    const Talker& talker = agent.bench.talker();
    const Search late = talk.search(kStartFen, go_message(), 100ms);
    EXPECT_TRUE(late.is_late);
    EXPECT_EQ(late.problem, "timeout: sent no answer in time");
    EXPECT_FALSE(talker.has_process()) << "after a problem it is ended";
}

TEST(EngineTalk, engine_that_does_not_read_a_position_is_named_by_what_it_owes) {
    CheckedAgent agent("while read word rest; do case $word in uai) echo uaiok;; "
                       "isready) n=$((n+1)); [ $n -gt 2 ] || echo readyok;; quit) exit 0;; esac; done",
                       Protocol::Uai);
    agent.subject.manner.ping_limit = 100ms;
    EngineTalk talk = prepared_talk(agent.bench);
    const Search search = talk.search(kStartFen, go_message(), 20s);
    EXPECT_EQ(search.problem, "timeout: sent no readyok in time");
    EXPECT_EQ(search.line, "");
}

} // namespace

namespace {

/// The first legal move, one by chance, or the one that leaves the rival the fewest stones.
enum class Rival : std::uint8_t { First, Random, Greedy };

MoveNumbers move_of(Rival rival, const Board& board, SplitMix64& chance) {
    const auto& position = std::get<ataxx::Position>(board.position());
    const auto moves = legal_moves(position);
    switch (rival) {
    case Rival::First:
        return moves[0].numbers();
    case Rival::Random:
        return random_move(board, chance);
    case Rival::Greedy:
        break;
    }
    ataxx::Move best = moves[0];
    for (const ataxx::Move move : moves) {
        const int stones = position.after(move).own().count();
        if (stones < position.after(best).own().count() ||
            (stones == position.after(best).own().count() && chance.below(2) == 0)) {
            best = move;
        }
    }
    return best.numbers();
}

/// Whether `who` had to pass in a game whose first move is that of `rival` in even games.
bool has_to_pass(Rival rival, bool is_rival, std::uint64_t game) {
    constexpr int kTurns = 300;
    SplitMix64 chance(game);
    Board board(Game::Ataxx);
    const Side rivals_side = game % 2 == 0 ? Side::First : Side::Second;
    const Side who = is_rival ? rivals_side : opponent(rivals_side);
    for (int turn = 0; turn < kTurns && !board.ending(); ++turn) {
        const auto& position = std::get<ataxx::Position>(board.position());
        if (position.to_move() == who && !position.can_move()) {
            return true;
        }
        const int depth = is_rival ? 2 + static_cast<int>(game % 3) : 4;
        board = board
                    .after(position.to_move() == rivals_side ? move_of(rival, board, chance)
                                                             : move_towards_pass(board, who, depth, chance))
                    .value();
    }
    return false;
}

TEST(SteeringSlow, each_side_has_to_pass_within_few_games) {
    constexpr std::uint64_t kGames = 12;
    for (const auto& [rival, is_rival] : {std::pair(Rival::First, true), std::pair(Rival::Random, true),
                                          std::pair(Rival::Greedy, true), std::pair(Rival::Greedy, false)}) {
        std::uint64_t game = 0;
        while (game < kGames && !has_to_pass(rival, is_rival, game)) {
            ++game;
        }
        EXPECT_LT(game, kGames) << static_cast<int>(rival) << is_rival;
    }
}

TEST(Steering, a_move_that_leaves_no_move_is_found) {
    // The clone of (5,3) to (6,3) or another one that encloses the corner.
    const Board board = read_fen(Game::Ataxx, "7/7/7/7/xxx4/xx5/oxx4 x 0 20");
    SplitMix64 chance(1);
    const Board after = board.after(move_towards_pass(board, Side::Second, 1, chance)).value();
    EXPECT_FALSE(std::get<ataxx::Position>(after.position()).can_move());
}

} // namespace

} // namespace referee::check
