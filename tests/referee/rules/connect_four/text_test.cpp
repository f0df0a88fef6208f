#include "referee/rules/connect_four/rules.hpp"
#include "tests/support/user_error_text.hpp"

#include <gtest/gtest.h>

#include <string>

namespace connect_four {
namespace {

using referee::CellMark;
using referee::testing_support::user_error_text;

/// The position after discs in these columns.
Position dropped(const std::string& columns) {
    Position position;
    for (const char column : columns) {
        position = Rules::after(position, Move(column - '1'));
    }
    return position;
}

/// The cells of a drawing, six rows of seven from the top: a disc as its letter, with `p` behind the one that
/// `p` or `s` behind it where it has one.
std::string drawn(const referee::Drawing& drawing) {
    std::string text;
    for (const referee::Cell& cell : drawing.cells) {
        text += !cell.stone ? "." : *cell.stone == Side::First ? "r" : "y";
        text += cell.mark == CellMark::Placed ? "p" : cell.mark == CellMark::Struck ? "s" : "";
        text += cell.mark == CellMark::Left ? "?" : "";
    }
    return text;
}

TEST(ConnectFourText, illegal_moves_are_explained) {
    const Position position = dropped("444444");
    EXPECT_EQ(Rules::why_illegal(position, {4}), "column 4=d is full");
    EXPECT_EQ(Rules::why_illegal(position, {8}), "column 8 is not on the board");
    EXPECT_EQ(Rules::why_illegal(position, {0}), "column 0 is not on the board");
    EXPECT_EQ(Rules::why_illegal(position, {-1}), "column -1 is not on the board");
    EXPECT_FALSE(Rules::named({1, 2}));
}

TEST(ConnectFourText, fen_is_written_as_ugi_engines_do) {
    EXPECT_EQ(Rules::fen(dropped("4721527")), "7/7/7/7/1y4r/yr1rr1y y 4");
    EXPECT_EQ(Rules::read_fen("7/7/7/7/1o4x/ox1xx1o o"), dropped("4721527")) << "x and o are read too";
}

TEST(ConnectFourText, wrong_fens_are_named_with_their_rank) {
    struct Row {
        const char* text;
        const char* expected;
    };
    for (const Row& row : {
             Row{"", "needs a board, a side to move, and at most a move number"},
             Row{"7/7/7/7/7/7", "needs a board"},
             Row{"7/7/7/7/7/7 r 1 2", "at most a move number"},
             Row{"7/7/7/7/7/7 b 1", "the side to move is 'b' instead of r, y, x or o"},
             Row{"7/7/7/7/7 r 1", "5 ranks instead of 6"},
             Row{"7/7/7/7/7/7/7 r 1", "more than 6 ranks"},
             Row{"7/7/7/7/6/7 r 1", "rank 2 holds 6 squares instead of 7"},
             Row{"7/7/7/7/7/rrrrrrrr r 1", "rank 1 holds more than 7 squares"},
             Row{"7/7/7/7/7/b6 r 1", "'b' is not one of r, y, x, o, 1 to 7 and /"},
             Row{"7/7/7/3y3/7/3r3 r 1", "rank 3: the disc in column 4=d has none below it"},
             Row{"6r/7/7/7/7/7 r 1", "rank 6: the disc in column 7=g has none below it"},
             Row{"7/7/7/7/7/7 r -1", "the move number '-1' is not a whole number"},
         }) {
        const std::string text = user_error_text([&] { static_cast<void>(Rules::read_fen(row.text)); });
        EXPECT_NE(text.find(row.expected), std::string::npos) << text;
    }
}

TEST(ConnectFourText, drawing_has_the_rows_from_the_top_and_marks_the_last_disc) {
    const std::string empty(28, '.');
    EXPECT_EQ(drawn(Rules::draw(dropped("4721527"))), empty + ".y....r" + "yr.rr.y");
    EXPECT_EQ(Rules::draw(Position()).columns, 7U);
    EXPECT_EQ(drawn(Rules::draw(dropped("472152"), Move(6))), empty + ".y....rp" + "yr.rr.y");
    EXPECT_EQ(drawn(Rules::draw(dropped("4721527"), Move(1))),
              std::string(21, '.') + ".yp....." + ".y....r" + "yr.rr.y");
}

TEST(ConnectFourText, drawing_of_the_last_move_marks_the_line_that_won) {
    const std::string empty(28, '.');
    EXPECT_EQ(drawn(Rules::draw(dropped("121314"), Move(0))),
              std::string(14, '.') + "rp......" + "rs......" + "rs......" + "rsyyy...");
    EXPECT_EQ(drawn(Rules::draw(dropped("112233"), Move(3))), empty + "yyy...." + "rsrsrsrp...");
}

TEST(ConnectFourText, words_name_the_column_twice_and_say_when_it_wins) {
    const referee::MoveWords quiet = Rules::words(dropped("112233"), Move(6));
    EXPECT_EQ(quiet.deed, "drops into column 7=g");
    EXPECT_EQ(quiet.effect, "");
    EXPECT_EQ(Rules::words(dropped("112233"), Move(3)).effect, "four in a row");
}

} // namespace
} // namespace connect_four
