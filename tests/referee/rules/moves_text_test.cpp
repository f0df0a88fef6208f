#include "referee/rules/moves_text.hpp"
#include "tests/support/print.hpp"
#include "tests/support/user_error_text.hpp"

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
         }) {
        EXPECT_EQ(
            user_error_text([&] { static_cast<void>(make_moves(row.game, row.text, 40, row.may_end)); }),
            row.expected);
    }
    EXPECT_EQ(user_error_text([] { static_cast<void>(make_moves(Game::ConnectFour, "123", 2, MayEnd::No)); }),
              "an opening may have 2 moves at most");
}

} // namespace
} // namespace referee
