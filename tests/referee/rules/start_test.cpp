#include "referee/rules/start.hpp"
#include "tests/support/user_error_text.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace referee {
namespace {

using testing::HasSubstr;
using testing_support::user_error_text;

std::string error_of_start(const std::string& text, Game game = Game::Ataxx) {
    return user_error_text([&] { static_cast<void>(read_start(game, text)); });
}

TEST(Start, is_written_with_all_counters) {
    struct Row {
        Game game;
        const char* text;
        const char* fen;
        int full_move;
    };
    for (const Row& row : {
             Row{Game::Ataxx, "x5o/7/7/7/7/7/o5x x", "x5o/7/7/7/7/7/o5x x 0 1", 1},
             Row{Game::Ataxx, "  x5o/7/7/1111111/7/7/o5x\to  3 ", "x5o/7/7/7/7/7/o5x o 3 1", 1},
             Row{Game::Ataxx, "xx4o/7/7/7/7/7/o5x o 007 0012", "xx4o/7/7/7/7/7/o5x o 7 12", 12},
             Row{Game::Ataxx, "x5o/7/7/7/7/7/o5x x 99 3", "x5o/7/7/7/7/7/o5x x 99 3", 3},
             Row{Game::ConnectFour, "7/7/7/7/7/3x3 o 9", "7/7/7/7/7/3r3 y 9", 9},
             Row{Game::TicTacToe, "3/1x1/3 o", "3/1x1/3 o 1", 1},
         }) {
        const Start start = read_start(row.game, row.text);
        EXPECT_EQ(start.fen, row.fen);
        EXPECT_EQ(start.full_move, row.full_move) << row.text;
        EXPECT_EQ(start.board, read_fen(row.game, row.text));
        EXPECT_EQ(read_start(row.game, start.fen), start);
    }
}

TEST(Start, in_which_no_game_can_begin_is_refused) {
    EXPECT_EQ(error_of_start("x6/7/7/7/7/7/7 x"), "FEN 'x6/7/7/7/7/7/7 x': the game is over (annihilation)");
    EXPECT_EQ(error_of_start("xxxxxxx/xxxxxxx/xxxxxxx/xxxxxxx/ooooooo/ooooooo/ooooooo x"),
              "FEN 'xxxxxxx/xxxxxxx/xxxxxxx/xxxxxxx/ooooooo/ooooooo/ooooooo x': the game is over "
              "(board_full)");
    EXPECT_EQ(error_of_start("7/7/7/7/7/rrrryyy r", Game::ConnectFour),
              "FEN '7/7/7/7/7/rrrryyy r': the game is over (line)");
    EXPECT_EQ(error_of_start("x5o/7/7/7/7/7/o5x\tx 0 1000001"),
              "FEN 'x5o/7/7/7/7/7/o5x\\x09x 0 1000001': its move number is above 1000000");
    EXPECT_THAT(error_of_start("x5o/7/7/7/7/7/o5x x 100 60"), HasSubstr("the half-move clock is 100"));
    EXPECT_THAT(error_of_start("x5o/7/7/7/7/7/o5 x"), HasSubstr("rank 1 holds 6 squares instead of 7"));
    EXPECT_THAT(error_of_start("x5o/7/7/7/7/7/o5x x -1 1"), HasSubstr("is not a whole number from 0"));
}

TEST(Start, side_that_has_nothing_else_must_pass) {
    EXPECT_FALSE(must_pass(Board(Game::Ataxx)));
    EXPECT_TRUE(must_pass(read_start(Game::Ataxx, "xoo4/ooo4/ooo4/7/7/7/7 x").board));
    EXPECT_FALSE(must_pass(read_start(Game::Ataxx, "xoo4/ooo4/ooo4/7/7/7/7 o").board));
    EXPECT_FALSE(must_pass(Board(Game::ConnectFour)));
    EXPECT_FALSE(must_pass(Board(Game::TicTacToe)));
}

} // namespace
} // namespace referee
