#include "referee/rules/games.hpp"
#include "referee/rules/opening_text.hpp"
#include "tests/support/print.hpp"
#include "tests/support/user_error_text.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <random>
#include <string>

namespace ataxx::uai {
namespace {

using referee::Board;
using referee::Game;
using referee::testing_support::user_error_text;
using testing::HasSubstr;

Position uai_at(const std::string& fen) {
    return Rules::read_fen(fen);
}

TEST(UaiEnding, names_the_first_rule_that_ends_the_game) {
    struct Row {
        const char* fen;
        std::optional<Termination> expected;
    };
    for (const Row& row : {
             Row{"x5o/7/7/7/7/7/o5x x 0 1", std::nullopt},
             Row{"x5o/7/7/7/7/7/o5x x 99 1", std::nullopt},
             Row{"x5o/7/7/7/7/7/o5x x 100 1", Termination::HalfmoveLimit},
             Row{"x5o/7/7/7/7/7/o5x o 101 1", Termination::HalfmoveLimit},
             Row{"xx5/7/7/7/7/7/7 x 0 1", Termination::Annihilation},
             Row{"oo5/7/7/7/7/7/7 x 0 1", Termination::Annihilation},
             Row{"xxxxxxx/xxxxxxx/xxxxxxx/xxxoooo/ooooooo/ooooooo/ooooooo x 0 1", Termination::BoardFull},
             Row{"xxxxxxx/xxxxxxx/xxxxxxx/xxxoooo/ooooooo/ooooooo/oooooo1 x 0 1", std::nullopt},
             // All squares that are not blocked hold stones.
             Row{"x-----o/-------/-------/-------/-------/-------/o-----x x 0 1", Termination::BoardFull},
             // A wall of two rows: the far side is empty, and three steps away.
             Row{"7/7/7/7/-------/-------/xxxoooo x 0 1", Termination::NoMovesLeft},
             Row{"7/7/7/7/7/-------/xxxoooo x 0 1", std::nullopt}, // one row is jumped over
             // One side is walled in, the other can move: that is a pass, not the end.
             Row{"x--4/---4/---4/7/7/7/6o x 0 1", std::nullopt},
             // The count of half-moves comes last.
             Row{"xx5/7/7/7/7/7/7 x 100 1", Termination::Annihilation},
             Row{"xxxxxxx/xxxxxxx/xxxxxxx/xxxoooo/ooooooo/ooooooo/ooooooo x 100 1", Termination::BoardFull},
             Row{"7/7/7/7/-------/-------/xxxoooo x 100 1", Termination::NoMovesLeft},
         }) {
        EXPECT_EQ(uai_at(row.fen).ending(), row.expected) << row.fen;
        EXPECT_EQ(legal_moves(uai_at(row.fen)).empty(), row.expected.has_value()) << row.fen;
        EXPECT_EQ(board_verdict(referee::Course(Board(uai_at(row.fen)), 3), Rules::kTurns), row.expected)
            << row.fen;
    }
}

TEST(UaiHalfMoves, grow_with_jumps_and_passes_and_begin_again_with_a_clone) {
    const Position before = uai_at("x5o/7/7/7/7/7/o5x x 7 1");
    EXPECT_EQ(before.after(Rules::named({1, 1, 1, 3}).value()).half_moves(), 8);
    EXPECT_EQ(before.after(Rules::named({1, 1, 3, 3}).value()).half_moves(), 8);
    EXPECT_EQ(before.after(Rules::named({1, 1, 2, 2}).value()).half_moves(), 0);
    const Position walled = uai_at("x--4/---4/---4/7/7/7/6o x 7 1");
    ASSERT_EQ(legal_moves(walled).size(), 1u);
    ASSERT_TRUE(walled.is_legal(Move::pass()));
    EXPECT_EQ(walled.after(Move::pass()).half_moves(), 8);
    EXPECT_EQ(walled.after(Move::pass()).blocked(), walled.blocked());
    EXPECT_FALSE(before.is_legal(Move::pass()));
}

TEST(UaiHalfMoves, draw_at_the_limit_unless_the_board_ends_the_game_with_the_same_move) {
    struct Row {
        const char* fen;
        MoveNumbers move;
        Termination expected;
        std::optional<Side> winner;
    };
    for (const Row& row : {
             // The first player is far ahead; it is a draw all the same.
             Row{"xxxx3/7/7/7/7/7/6o x 99 60", {1, 1, 3, 1}, Termination::HalfmoveLimit, std::nullopt},
             // The jump turns the last stone of the other side.
             Row{"xxxx3/7/5o1/7/7/7/7 x 99 60", {1, 4, 2, 5}, Termination::Annihilation, Side::First},
         }) {
        const Board after = Board(uai_at(row.fen)).after(row.move).value();
        ASSERT_EQ(after.ending(), row.expected) << row.fen;
        EXPECT_EQ(winner_by_board(after, *after.ending()), row.winner) << row.fen;
    }
    // A clone begins the count again, also as the hundredth half-move.
    EXPECT_FALSE(Board(uai_at("xxxx3/7/7/7/7/7/6o x 99 60")).after({1, 1, 2, 1})->ending());
    EXPECT_FALSE(Board(uai_at("xxxx3/7/7/7/7/7/6o x 98 60")).after({1, 1, 3, 1})->ending());
}

TEST(WinnerByBoard, is_the_leader_unless_the_ending_is_a_draw) {
    const Board ahead = uai_at("xxxx3/7/7/7/7/7/6o x 0 1");
    EXPECT_EQ(winner_by_board(ahead, Termination::NoMovesLeft), Side::First);
    EXPECT_EQ(winner_by_board(ahead, Termination::TurnLimit), Side::First);
    EXPECT_EQ(winner_by_board(ahead, Termination::HalfmoveLimit), std::nullopt);
    EXPECT_EQ(winner_by_board(Board(Game::AtaxxUai), Termination::TurnLimit), std::nullopt);
}

TEST(UaiPosition, without_blocked_squares_makes_the_moves_of_the_articles) {
    std::mt19937_64 random(11);
    for (int game = 0; game < 20; ++game) {
        Stones stones;
        Position position;
        while (!position.ending()) {
            const MoveList moves = legal_moves(position);
            const MoveList same = ataxx::legal_moves(stones);
            ASSERT_TRUE(std::equal(moves.begin(), moves.end(), same.begin(), same.end()));
            const Move move = moves[random() % moves.size()];
            stones = stones.after(move);
            position = position.after(move);
            ASSERT_EQ(position.stones(), stones);
        }
    }
}

TEST(UaiPosition, no_move_enters_a_blocked_square) {
    const Position position = uai_at("x5o/7/2-1-2/3-3/2-1-2/7/o5x x 0 1"); // (3,3), (3,5), (4,4), ...
    EXPECT_EQ(position.blocked().count(), 5);
    EXPECT_EQ(legal_moves(position).size(), 14u);
    const Board board = position;
    EXPECT_FALSE(board.after({1, 1, 3, 3}));
    EXPECT_EQ(why_illegal(board, {1, 1, 3, 3}), "(3,3)=c5 is blocked");
    EXPECT_EQ(why_illegal(board, {1, 7, 3, 5}), "(1,7)=g7 holds no stone of its own");
    EXPECT_EQ(why_illegal(board, {1, 1, 4, 4}), "(4,4)=d4 is 3 away, not 1 or 2");
    EXPECT_EQ(why_illegal(board, kPass), "it may not pass while it has a move");
    for (const Move move : legal_moves(position)) {
        EXPECT_FALSE(position.blocked().has(move.to()));
        EXPECT_EQ(position.after(move).blocked(), position.blocked());
    }
}

TEST(UaiKey, is_that_of_the_images_and_tells_blocked_squares_from_stones_and_empty_ones) {
    const auto key = [](const char* fen) { return Rules::key(uai_at(fen)); };
    const auto usual = key("x5o/7/1-5/7/7/7/o5x x 0 1");
    EXPECT_EQ(key("x5o/7/7/7/5-1/7/o5x x 0 1"), usual) << "half a turn";
    EXPECT_EQ(key("x5o/7/1-5/7/7/7/o5x x 44 9"), usual) << "counters are no part of it";
    EXPECT_EQ(key("o5x/7/1-5/7/7/7/x5o o 0 1"), usual) << "colours exchanged with the turn";
    EXPECT_NE(key("x5o/7/7/7/7/7/o5x x 0 1"), usual);
    EXPECT_NE(key("x5o/7/1x5/7/7/7/o5x x 0 1"), usual);
    EXPECT_NE(key("x5o/7/1o5/7/7/7/o5x x 0 1"), usual);
    EXPECT_NE(key("x5o/7/2-4/7/7/7/o5x x 0 1"), usual);
    EXPECT_EQ(Rules::key(Position()), canonical_key(Stones()))
        << "as by the articles without blocked squares";
}

TEST(UaiFen, keeps_blocked_squares_and_half_moves) {
    for (const char* text : {"x5o/7/2-1-2/7/2-1-2/7/o5x o 0 1", "-5-/7/7/x5o/7/7/-5- x 42 1",
                             "x-1-1-o/-1-1-1-/1-1-1-1/-1-1-1-/1-1-1-1/-1-1-1-/o-1-1-x x 99 1"}) {
        EXPECT_EQ(Rules::fen(uai_at(text)), text);
    }
    EXPECT_EQ(uai_at("x5o/7/7/7/7/7/o5x"
                     " o"),
              Position(Stones().pass(), {}, 0));
}

TEST(EngineFen, has_the_count_of_half_moves_under_uai_and_0_by_the_articles) {
    const char* text = "x5o/7/7/7/7/7/o5x o 37 12";
    EXPECT_EQ(engine_fen(referee::read_fen(Game::AtaxxUai, text), 12), text);
    EXPECT_EQ(engine_fen(referee::read_fen(Game::Ataxx, text), 12), "x5o/7/7/7/7/7/o5x o 0 12");
    EXPECT_EQ(engine_fen(Board(Game::ConnectFour), 12), referee::facts_of(Game::ConnectFour).start_fen);
}

TEST(StartFen, is_read_with_its_number_and_in_other_letters) {
    for (const Game game : {Game::Ataxx, Game::AtaxxUai}) {
        for (const char* text : {"x5o/7/7/7/7/7/o5x o 3 5", "X5O/7/7/7/7/7/O5X O 3 5",
                                 "b5w/7/7/7/7/7/w5b w 3 5", "B5W/7/7/7/7/7/W5B W 3 5"}) {
            const referee::Start start = read_start(game, text);
            EXPECT_EQ(start.board, read_fen(game, "x5o/7/7/7/7/7/o5x o 3 5")) << text;
            EXPECT_EQ(start.full_move, 5);
            EXPECT_FALSE(must_pass(start.board));
        }
        EXPECT_EQ(read_start(game, "x5o/7/7/7/7/7/o5x x").full_move, 1);
        const char* full = "xxxxxxx/xxxxxxx/xxxxxxx/xxxoooo/ooooooo/ooooooo/oooooo1 x 0 1";
        EXPECT_TRUE(must_pass(read_start(game, full).board));
    }
    EXPECT_FALSE(has_blocked(read_start(Game::AtaxxUai, "x5o/7/7/7/7/7/o5x x").board));
    EXPECT_TRUE(has_blocked(read_start(Game::AtaxxUai, "x5o/7/7/3-3/7/7/o5x x").board));
    EXPECT_EQ(read_start(Game::TicTacToe, "3/1x1/3 o 2").board.game(), Game::TicTacToe);
}

TEST(StartFen, of_a_game_that_is_over_is_refused) {
    struct Row {
        const char* fen;
        const char* expected;
    };
    for (const Row& row : {
             Row{"x5o/7/7/7/7/7/o5x x 100 1", "the half-move clock is 100; from 100 on the game is over"},
             Row{"x5o/7/7/7/7/7/o5x x 2000000000 1", "from 100 on the game is over"},
             Row{"x5o/7/7/7/7/7/o5x x 0 1000001", "its move number is above 1000000"},
             Row{"xx5/7/7/7/7/7/7 x 0 1", "the game is over (annihilation)"},
             Row{"xxxxxxx/xxxxxxx/xxxxxxx/xxxoooo/ooooooo/ooooooo/ooooooo x 0 1",
                 "the game is over (board_full)"},
             Row{"z5o/7/7/7/7/7/o5x x 0 1", "'z' is not one of x, o, X, O, b, w, B, W, 1 to 7 and /"},
         }) {
        for (const Game game : {Game::Ataxx, Game::AtaxxUai}) {
            EXPECT_THAT(user_error_text([&] { static_cast<void>(read_start(game, row.fen)); }),
                        testing::AllOf(HasSubstr(row.expected), HasSubstr(row.fen)))
                << row.fen;
        }
    }
    const char* blocked = "7/7/7/7/-------/-------/xxxoooo x 0 1";
    EXPECT_THAT(user_error_text([&] { static_cast<void>(read_start(Game::AtaxxUai, blocked)); }),
                HasSubstr("the game is over (no_moves_left)"));
    EXPECT_THAT(user_error_text([&] { static_cast<void>(read_start(Game::Ataxx, blocked)); }),
                HasSubstr("blocked squares ('-') are not supported"));
}

TEST(UaiDrawing, marks_blocked_squares_before_and_after_a_move) {
    const Board board = uai_at("x5o/7/2-1-2/7/2-1-2/7/o5x x 0 1");
    const auto blocked_in = [](const referee::Drawing& drawing) {
        return std::count_if(drawing.cells.begin(), drawing.cells.end(),
                             [](const referee::Cell& cell) { return cell.is_blocked; });
    };
    EXPECT_EQ(blocked_in(draw(board)), 4);
    EXPECT_TRUE(draw(board).cells[2 * 7 + 2].is_blocked);
    EXPECT_EQ(blocked_in(draw(board, {1, 1, 1, 2})), 4);
    EXPECT_EQ(blocked_in(draw(Board(Game::AtaxxUai))), 0);
}

// The longest game: each clone comes as late as it may.
TEST(UaiTurns, are_fewer_than_the_bound_of_the_rules) {
    static_assert(Rules::kTurns == 47 * 100 && Rules::kEndsByItself);
    Position position = uai_at("x6/7/7/7/7/7/6o x 0 1");
    int turns = 0;
    std::mt19937_64 random(5);
    while (!position.ending()) {
        const MoveList moves = legal_moves(position);
        const bool may_wait = position.half_moves() < kHalfMoveLimit - 1;
        std::vector<Move> fit;
        for (const Move move : moves) {
            const Position after = position.after(move);
            const bool is_wait = after.half_moves() > 0;
            if (is_wait == may_wait && (!after.ending() || moves.size() == 1)) {
                fit.push_back(move);
            }
        }
        position = position.after(fit.empty() ? moves[random() % moves.size()] : fit[random() % fit.size()]);
        ++turns;
    }
    EXPECT_LE(turns, Rules::kTurns);
    EXPECT_GT(turns, 1000) << "long enough to say something";
}

} // namespace
} // namespace ataxx::uai
