#include "referee/base/seed.hpp"
#include "referee/rules/ataxx/position.hpp"
#include "referee/talk/engine/dialect.hpp"
#include "referee/talk/engine/uai/notation.hpp"
#include "tests/support/print.hpp"

#include <gtest/gtest.h>

#include <string>

namespace referee::uai {
namespace {

using namespace std::string_literals;

auto read_best_move(std::string_view line, const Board& board) {
    return engine::read_best_move(engine::dialect_of(Protocol::Uai), line, board);
}

std::string fen_for_engine(const Board& board, int full_move) {
    std::string fen;
    add_position(board, full_move, fen);
    return fen;
}

TEST(UaiPosition, fen_has_all_six_fields) {
    EXPECT_EQ(fen_for_engine(Board(Game::Ataxx), 1), "x5o/7/7/7/7/7/o5x x 0 1");
    const Board second = read_fen(Game::Ataxx, "7/7/2xo3/7/7/7/o5x o 0 9");
    EXPECT_EQ(fen_for_engine(second, 200), "7/7/2xo3/7/7/7/o5x o 0 200");
}

/// Engines take 100 for a finished game, which these rules do not know.
TEST(UaiPosition, half_move_is_always_0) {
    EXPECT_EQ(fen_for_engine(read_fen(Game::Ataxx, "x5o/7/7/7/7/7/o5x x 99 60"), 60),
              "x5o/7/7/7/7/7/o5x x 0 60");
}

TEST(UaiPosition, fen_is_the_board_it_was_made_of) {
    const Board board = *Board(Game::Ataxx).after({1, 1, 2, 2});
    EXPECT_EQ(read_fen(Game::Ataxx, fen_for_engine(board, 1)), board);
    EXPECT_EQ(fen_for_engine(board, 1), "x5o/1x5/7/7/7/7/o5x o 0 1");
}

/// The FEN is written here a second time, because nothing may be allocated in a turn.
TEST(UaiPosition, fen_is_the_one_of_the_rules) {
    const Board blocked = read_fen(Game::AtaxxUai, "x-1-1-o/7/3-3/2x4/-1o1-2/7/o5x o 17 30");
    EXPECT_EQ(fen_for_engine(blocked, 30), "x-1-1-o/7/3-3/2x4/-1o1-2/7/o5x o 17 30");
    for (Board board : {Board(Game::Ataxx), Board(Game::AtaxxUai), blocked}) {
        SplitMix64 random(7);
        for (int turn = 1; turn < 60 && !board.ending(); ++turn) {
            ASSERT_EQ(fen_for_engine(board, turn), engine_fen(board, turn));
            board = std::visit(
                [&]<class Position>(const Position& position) -> Board {
                    const auto moves = RulesOf<Position>::moves(position);
                    return RulesOf<Position>::after(position, moves[random.below(moves.size())]);
                },
                board.position());
        }
    }
}

TEST(UaiPositionDeathTest, only_the_game_of_uai_has_such_positions) {
    GTEST_FLAG_SET(death_test_style, "threadsafe");
    EXPECT_DEATH((void)fen_for_engine(Board(Game::TicTacToe), 1), "position");
}

// x is to move: stones on a7, b7, g1, f2; o on a1, g7, g3.
//     a b c d e f g
//  7  x x . . . . o
//  3  . . . . . . o
//  2  . . . . . x .
//  1  o . . . . . x
const Board& some_board() {
    static const Board board = read_fen(Game::Ataxx, "xx4o/7/7/7/6o/5x1/o5x x 0 1");
    return board;
}

/// The side to move has only a stone in a corner, all around which is taken, with empty squares farther away.
const Board& board_without_moves() {
    static const Board board = read_fen(Game::Ataxx, "xoo4/ooo4/ooo4/7/7/7/7 x 0 1");
    return board;
}

std::string fault_of(std::string_view line, const Board& board) {
    const auto answer = read_best_move(line, board);
    const auto* const fault = std::get_if<AgentFault>(&answer);
    return fault == nullptr ? "legal" : std::string(name(fault->termination)) + ": " + fault->reason;
}

TEST(BestMove, every_spelling_of_a_move_is_that_move) {
    struct Row {
        const char* line;
        MoveNumbers expected;
    };
    for (const Row& row : {
             Row{"bestmove g2", {6, 6, 6, 7}},
             Row{"bestmove G2", {6, 6, 6, 7}},
             Row{"bestmove P@g2", {6, 6, 6, 7}},
             Row{"bestmove p@G2", {6, 6, 6, 7}},
             Row{"bestmove f2g2", {6, 6, 6, 7}},
             Row{"bestmove g1g2", {6, 6, 6, 7}}, // from another stone
             Row{"bestmove G1G2", {6, 6, 6, 7}},
             Row{"bestmove b6", {1, 1, 2, 2}},
             Row{"bestmove b7b6", {1, 1, 2, 2}},
             Row{"bestmove c7", {1, 2, 1, 3}},
             Row{"bestmove b7d7", {1, 2, 1, 4}},
             Row{"bestmove b7D5", {1, 2, 3, 4}},
             Row{"bestmove g1e1", {7, 7, 7, 5}},
             Row{"bestmove f2d4", {6, 6, 4, 4}},
         }) {
        const auto answer = read_best_move(row.line, some_board());
        ASSERT_TRUE(std::holds_alternative<MoveNumbers>(answer))
            << row.line << ": " << std::get<AgentFault>(answer).reason;
        EXPECT_EQ(std::get<MoveNumbers>(answer), row.expected) << row.line;
    }
}

TEST(BestMove, what_follows_the_move_and_blanks_are_ignored) {
    for (const char* line : {"bestmove g2\r", "bestmove g2 \t\r\n", " \tbestmove  g2", "bestmove\tg2",
                             "bestmove g2 ponder a2", "bestmove g2 g1g3", "bestmove g2 \xff"}) {
        EXPECT_EQ(fault_of(line, some_board()), "legal") << line;
    }
}

TEST(BestMove, passes_have_many_forms) {
    for (const char* move : {"0000", "pass", "PASS", "null", "Null", "a1a1", "A7a7", "d4d4"}) {
        const std::string line = "bestmove "s + move;
        const auto answer = read_best_move(line, board_without_moves());
        ASSERT_TRUE(std::holds_alternative<MoveNumbers>(answer)) << line;
        EXPECT_EQ(std::get<MoveNumbers>(answer), (MoveNumbers{-1, -1, -1, -1})) << line;
        EXPECT_EQ(fault_of(line, some_board()),
                  "illegal_move: played "s + move + ": it may not pass while it has a move");
    }
}

TEST(BestMove, a_move_that_is_not_legal_is_an_illegal_move_with_a_reason) {
    const auto reason = [](const std::string& move) { return fault_of("bestmove " + move, some_board()); };
    EXPECT_EQ(reason("d4"), "illegal_move: played d4: no stone of its own is beside (4,4)=d4");
    EXPECT_EQ(reason("b1"),
              "illegal_move: played b1: no stone of its own is beside (7,2)=b1"); // beside the opponent's
    EXPECT_EQ(reason("P@d4"), "illegal_move: played P@d4: no stone of its own is beside (4,4)=d4");
    EXPECT_EQ(reason("a1"), "illegal_move: played a1: (7,1)=a1 is not empty");
    EXPECT_EQ(reason("b7"), "illegal_move: played b7: (1,2)=b7 is not empty");
    EXPECT_EQ(reason("g1g3"), "illegal_move: played g1g3: (5,7)=g3 is not empty");
    EXPECT_EQ(reason("G7g6"), "illegal_move: played G7g6: (1,7)=g7 holds no stone of its own");
    EXPECT_EQ(reason("f1g2"), "illegal_move: played f1g2: (7,6)=f1 holds no stone of its own");
    EXPECT_EQ(reason("g1d1"), "illegal_move: played g1d1: (7,4)=d1 is 3 away, not 1 or 2");
    EXPECT_EQ(reason("a7g1"), "illegal_move: played a7g1: (7,7)=g1 is 6 away, not 1 or 2");
    EXPECT_EQ(fault_of("bestmove d4", board_without_moves()),
              "illegal_move: played d4: no stone of its own is beside (4,4)=d4");
}

TEST(BestMove, what_names_no_move_is_a_protocol_error) {
    EXPECT_EQ(fault_of("bestmove", some_board()), "protocol_error: sent 'bestmove', which names no move");
    EXPECT_EQ(fault_of(" bestmove \r\n", some_board()),
              "protocol_error: sent 'bestmove', which names no move");
    EXPECT_EQ(fault_of("bestmoves g2", some_board()),
              "protocol_error: sent 'bestmoves g2' instead of bestmove");
    EXPECT_EQ(fault_of("Bestmove g2", some_board()),
              "protocol_error: sent 'Bestmove g2' instead of bestmove");
    EXPECT_EQ(fault_of("", some_board()), "protocol_error: sent '' instead of bestmove");
    for (const std::string& move :
         {"<none>"s, "(none)"s, "none"s,  "h9"s,     "h1"s,    "a8"s,     "a0"s,   "g"s,      "g22"s,
          "g2g"s,    "g1g9"s,   "h1g1"s,  "g1-g3"s,  "g1g3x"s, "P@"s,     "P@h1"s, "N@g2"s,   "@@g2"s,
          "00"s,     "000"s,    "00000"s, "passes"s, "0000."s, "22"s,     "gg"s,   "2g"s,     "h8h8"s,
          "a8a8"s,   "P@p@"s,   "p@ g2"s, "g2\0"s,   "g\0"s,   "\xffg2"s, "g2,"s,  "g1g3g5"s, "a\xb1"s}) {
        const std::string fault = fault_of("bestmove " + move, some_board());
        EXPECT_TRUE(fault.starts_with("protocol_error: sent 'bestmove ")) << move << ": " << fault;
        EXPECT_TRUE(fault.ends_with("', which names no move")) << move << ": " << fault;
    }
}

TEST(BestMove, all_clones_to_a_square_have_the_source_of_smallest_index) {
    const auto move =
        std::get<MoveNumbers>(read_best_move("bestmove b6", some_board())); // a7 and b7 are beside it
    EXPECT_EQ(move, (MoveNumbers{1, 1, 2, 2}));
    const Board second = read_fen(Game::Ataxx, "x6/7/7/3o3/2o1o2/3o3/7 o 0 1");
    EXPECT_EQ(std::get<MoveNumbers>(read_best_move("bestmove d3", second)), (MoveNumbers{4, 4, 5, 4}));
    EXPECT_EQ(std::get<MoveNumbers>(read_best_move("bestmove d2d3", second)), (MoveNumbers{4, 4, 5, 4}));
}

/// Walks through a game and reads every legal move back.
TEST(BestMove, notation_of_each_legal_move_reads_as_a_move_to_the_same_board) {
    Board board(Game::Ataxx);
    int moves_read = 0;
    for (std::size_t turn = 0; turn < 80 && !board.ending(); ++turn) {
        const auto moves = ataxx::legal_moves(std::get<ataxx::Position>(board.position()));
        for (const ataxx::Move move : moves) {
            const auto again = read_best_move("bestmove " + ataxx::uai_notation(move.numbers()), board);
            ASSERT_TRUE(std::holds_alternative<MoveNumbers>(again)) << ataxx::uai_notation(move.numbers());
            ASSERT_EQ(board.after(std::get<MoveNumbers>(again)), board.after(move.numbers()));
            ++moves_read;
        }
        const std::size_t chosen = turn * 7919 % moves.size();
        board = *board.after((*(moves.begin() + static_cast<std::ptrdiff_t>(chosen))).numbers());
    }
    EXPECT_GT(moves_read, 1000);
}

TEST(BestMoveDeathTest, only_the_game_of_uai_has_such_moves) {
    GTEST_FLAG_SET(death_test_style, "threadsafe");
    EXPECT_DEATH((void)read_best_move("bestmove a1", Board(Game::ConnectFour)), "position");
}

} // namespace
} // namespace referee::uai
