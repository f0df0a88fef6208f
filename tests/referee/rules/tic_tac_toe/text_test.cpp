#include "referee/rules/tic_tac_toe/rules.hpp"
#include "tests/support/user_error_text.hpp"

#include <gtest/gtest.h>

#include <string>

namespace tic_tac_toe {
namespace {

using referee::CellMark;
using referee::testing_support::user_error_text;

/// The squares of a drawing, row by row from the top: a mark as its letter, with `p` behind the one that was
/// placed and `s` behind those of the line that won.
std::string drawn_squares(const referee::Drawing& drawing) {
    std::string text;
    for (const referee::Cell& cell : drawing.cells) {
        text += !cell.stone ? "." : *cell.stone == Side::First ? "x" : "o";
        text += cell.mark == CellMark::Placed ? "p" : cell.mark == CellMark::Struck ? "s" : "";
        text += cell.mark == CellMark::Left ? "?" : "";
    }
    return text;
}

TEST(TicTacToeText, illegal_moves_are_explained) {
    const Position position = Rules::after(Position(), Move(5));
    EXPECT_EQ(Rules::why_illegal(position, {2, 3}), "(2,3)=c2 is taken");
    EXPECT_EQ(Rules::why_illegal(position, {0, 4}), "(0,4) is not on the board");
}

TEST(TicTacToeText, wrong_fens_are_named) {
    struct Row {
        const char* text;
        const char* expected;
    };
    for (const Row& row :
         {Row{"3/3/4 x 1", "'4' is not one of x, o, 1 to 3 and /"},
          Row{"3/2/3 x 1", "rank 2 holds 2 squares instead of 3"}, Row{"3/3 x 1", "2 ranks instead of 3"},
          Row{"3/3/3 r 1", "the side to move is 'r' instead of x or o"}}) {
        const std::string text = user_error_text([&] { static_cast<void>(Rules::read_fen(row.text)); });
        EXPECT_NE(text.find(row.expected), std::string::npos) << text;
    }
}

TEST(TicTacToeText, fen_has_the_rows_from_the_top_and_counts_the_moves_of_both) {
    const Position position = Rules::read_fen("x2/1o1/x2 o");
    EXPECT_EQ(position, (Position{.marks = {0b001000001, 0b000010000}, .to_move = Side::Second}));
    EXPECT_EQ(Rules::fen(position), "x2/1o1/x2 o 2");
    EXPECT_EQ(Rules::fen(Position()), Rules::kStartFen);
    EXPECT_EQ(Rules::fen(Rules::read_fen("xo1/3/3 x 17")), "xo1/3/3 x 2") << "the marks tell the number";
}

TEST(TicTacToeText, drawing_marks_the_last_move_and_the_line_that_won) {
    const Position before = Rules::read_fen("xx1/oo1/3 x");
    EXPECT_EQ(drawn_squares(Rules::draw(before)), "xx.oo....");
    EXPECT_EQ(Rules::draw(before).columns, 3U);
    EXPECT_EQ(drawn_squares(Rules::draw(before, Move(8))), "xx.oo...xp");
    EXPECT_EQ(drawn_squares(Rules::draw(before, Move(2))), "xsxsxpoo....");
}

TEST(TicTacToeText, words_name_the_square_twice_and_say_when_it_wins) {
    const Position before = Rules::read_fen("xx1/oo1/3 x");
    EXPECT_EQ(Rules::words(before, Move(5)).deed, "plays (2,3)=c2");
    EXPECT_EQ(Rules::words(before, Move(5)).effect, "");
    EXPECT_EQ(Rules::words(before, Move(2)).effect, "three in a row");
}

} // namespace
} // namespace tic_tac_toe
