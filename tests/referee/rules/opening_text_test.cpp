#include "referee/rules/opening_text.hpp"
#include "tests/support/print.hpp"
#include "tests/support/user_error_text.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace referee {
namespace {

using testing_support::user_error_text;

TEST(MakeMoves, numbers_are_separated_by_blanks) {
    const auto ataxx = make_moves(Game::Ataxx, "1 1 2 2  7 1\t6 1", 40, MayEnd::No);
    EXPECT_EQ(ataxx.moves, (std::vector<MoveNumbers>{{1, 1, 2, 2}, {7, 1, 6, 1}}));
    EXPECT_EQ(ataxx.board, Board(Game::Ataxx).after({1, 1, 2, 2})->after({7, 1, 6, 1}));
    const auto squares = make_moves(Game::TicTacToe, " 2 2 1 3 ", 40, MayEnd::No);
    EXPECT_EQ(squares.moves, (std::vector<MoveNumbers>{{2, 2}, {1, 3}}));
    EXPECT_TRUE(make_moves(Game::TicTacToe, "", 40, MayEnd::No).moves.empty());
    const auto chess = make_moves(Game::Chess, "e2e4\tE7E5 71 63 0 g8f6 f1c4 f8c5 e1g1", 40, MayEnd::No);
    EXPECT_EQ(to_string(chess.moves[3]), "78 66 0");
    EXPECT_EQ(to_string(chess.moves.back()), "51 81 0");
}

TEST(MakeMoves, digits_may_stand_together_where_a_move_is_one) {
    const std::vector<MoveNumbers> expected{{4}, {4}, {5}, {3}};
    for (const char* text : {"4453", "4 4 5 3", "44 53", " 4453\t"}) {
        EXPECT_EQ(make_moves(Game::ConnectFour, text, 40, MayEnd::No).moves, expected) << text;
    }
}

TEST(MakeMoves, wrong_lists_are_named_with_the_move) {
    struct Row {
        Game game;
        const char* text;
        MayEnd may_end;
        const char* expected;
    };
    for (const Row& row : {
             Row{Game::ConnectFour, "4444444", MayEnd::Yes, "move 7: 4 is illegal: column 4=d is full"},
             Row{Game::ConnectFour, "448", MayEnd::Yes, "move 3: 8 is illegal: column 8 is not on the board"},
             Row{Game::ConnectFour, "4x", MayEnd::Yes, "move 2: it must be one number, column"},
             Row{Game::ConnectFour, "-1", MayEnd::Yes,
                 "move 1: -1 is illegal: column -1 is not on the board"},
             Row{Game::ConnectFour, "12131415", MayEnd::Yes, "move 8: the game was over before it (line)"},
             Row{Game::ConnectFour, "1213141", MayEnd::No, "move 7: it ends the game; an opening must not"},
             Row{Game::TicTacToe, "1 1 1", MayEnd::Yes, "move 2: it must be two numbers, row column"},
             Row{Game::TicTacToe, "1 1 1 1", MayEnd::Yes, "move 2: 1 1 is illegal: (1,1)=a3 is taken"},
             Row{Game::TicTacToe, "11", MayEnd::Yes, "move 1: it must be two numbers, row column"},
             Row{Game::Ataxx, "1 1 2", MayEnd::Yes, "move 1: it must be four numbers, x1 y1 x2 y2"},
             Row{Game::Ataxx, "e2e4", MayEnd::Yes, "move 1: it must be four numbers, x1 y1 x2 y2"},
             Row{Game::Chess, "e2e4 e7", MayEnd::Yes,
                 "move 2: it must be three numbers, from to promotion, or two squares, e.g. e2e4"},
             Row{Game::Chess, "e2e4 e2e4", MayEnd::Yes, "move 2: e2e4 is illegal: no piece of its own on e2"},
         }) {
        EXPECT_EQ(
            user_error_text([&] { static_cast<void>(make_moves(row.game, row.text, 40, row.may_end)); }),
            row.expected);
    }
    EXPECT_EQ(user_error_text([] { static_cast<void>(make_moves(Game::ConnectFour, "123", 2, MayEnd::No)); }),
              "an opening may have 2 moves at most");
}

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
             Row{Game::Chess, "4k3/8/8/8/8/8/P7/4K2R w K -", "4k3/8/8/8/8/8/P7/4K2R w K - 0 1", 1},
             Row{Game::Chess, "4k3/8/8/8/8/8/P7/4K2R b K - hmvc 7; fmvn 12;",
                 "4k3/8/8/8/8/8/P7/4K2R b K - 7 12", 12},
             Row{Game::Chess960, "4k3/8/8/8/8/8/P7/4K2R w K - 007 0012", "4k3/8/8/8/8/8/P7/4K2R w H - 7 12",
                 12},
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
