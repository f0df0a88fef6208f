#include "referee/rules/ataxx/move.hpp"
#include "tests/referee/rules/ataxx/move_of.hpp"
#include "tests/support/print.hpp"

#include <gtest/gtest.h>

#include <string>

namespace ataxx {

namespace {

TEST(Move, is_a_clone_a_jump_or_a_pass) {
    EXPECT_TRUE(Move().is_pass());
    EXPECT_EQ(Move(), Move::pass());
    const Move clone = move_of(1, 1, 2, 2);
    EXPECT_FALSE(clone.is_pass());
    EXPECT_FALSE(clone.is_jump());
    EXPECT_EQ(clone.from(), Square(0));
    EXPECT_EQ(clone.to(), Square(8));
    EXPECT_TRUE(move_of(1, 1, 1, 3).is_jump());
    EXPECT_TRUE(move_of(4, 4, 6, 2).is_jump());
    EXPECT_NE(clone, Move::pass());
    EXPECT_NE(clone, move_of(2, 2, 1, 1));
}

TEST(Move, text_is_as_the_protocol_writes_it) {
    EXPECT_EQ(to_string(Move::pass()), "-1 -1 -1 -1");
    EXPECT_EQ(to_string(move_of(4, 3, 5, 3)), "4 3 5 3");
    EXPECT_EQ(to_string(move_of(7, 7, 5, 6)), "7 7 5 6");
}

TEST(Move, numbers_of_a_move_name_that_move) {
    EXPECT_EQ(Move::from_numbers({-1, -1, -1, -1}), Move::pass());
    EXPECT_EQ(Move::pass().numbers(), (MoveNumbers{-1, -1, -1, -1}));
    int moves = 0;
    for (int from = 0; from < kSquares; ++from) {
        for (int to = 0; to < kSquares; ++to) {
            const Square a(from);
            const Square b(to);
            const MoveNumbers numbers{a.x(), a.y(), b.x(), b.y()};
            const auto move = Move::from_numbers(numbers);
            const int steps = distance(a, b);
            ASSERT_EQ(move.has_value(), steps == 1 || steps == 2) << from << ' ' << to;
            if (move) {
                ++moves;
                EXPECT_EQ(move->numbers(), numbers);
                EXPECT_EQ(move->from(), a);
                EXPECT_EQ(move->to(), b);
                EXPECT_EQ(parse_move_numbers(' ' + to_string(*move)), numbers);
            }
        }
    }
    EXPECT_EQ(moves, 312 + 480); // ordered pairs one and two king's steps apart on 7 x 7
}

TEST(Move, numbers_that_name_no_move_on_any_position_give_none) {
    for (const MoveNumbers& numbers : {MoveNumbers{0, 1, 1, 1},
                                       {1, 0, 1, 1},
                                       {1, 1, 0, 1},
                                       {1, 1, 1, 0},
                                       {8, 7, 7, 7},
                                       {7, 8, 7, 7},
                                       {7, 7, 8, 7},
                                       {7, 7, 7, 8},
                                       {-1, -1, 1, 1},
                                       {1, 1, -1, -1},
                                       {-1, -1, -1, 1},
                                       {-1, 1, -1, -1},
                                       {1, 1, 1, 1},
                                       {1, 1, 1, 4},
                                       {1, 1, 4, 4},
                                       {1, 1, 7, 7},
                                       {-2, -2, -2, -2},
                                       {999'999'999, 1, 1, 1},
                                       {1, 1, 1, -999'999'999}}) {
        EXPECT_FALSE(Move::from_numbers(numbers)) << testing::PrintToString(numbers);
    }
}

TEST(ParseMoveNumbers, four_decimal_integers_after_blanks_are_read) {
    struct Row {
        const char* text;
        MoveNumbers expected;
    };
    for (const Row& row :
         {Row{" 1 1 2 2", {1, 1, 2, 2}}, Row{"  1\t 1 \t2  2", {1, 1, 2, 2}},
          Row{"\t-1\t-1\t-1\t-1", {-1, -1, -1, -1}}, Row{" 000000001 01 2 002", {1, 1, 2, 2}},
          Row{" 999999999 -999999999 0 -0", {999'999'999, -999'999'999, 0, 0}},
          Row{" 10 20 30 40", {10, 20, 30, 40}}}) {
        EXPECT_EQ(parse_move_numbers(row.text), row.expected) << row.text;
    }
}

TEST(ParseMoveNumbers, any_other_text_is_refused) {
    using namespace std::string_literals;
    for (const std::string& text : {""s,
                                    " "s,
                                    "1 1 2 2"s,
                                    " 1 1 2"s,
                                    " 1 1 2 2 3"s,
                                    " 1 1 2 2 "s,
                                    " +1 1 2 2"s,
                                    " 1 1 2 +2"s,
                                    " 0000000001 1 2 2"s,
                                    " 1 1 2 1234567890"s,
                                    " -1234567890 1 2 2"s,
                                    " 1.0 1 2 2"s,
                                    " 0x1 1 2 2"s,
                                    " 1e0 1 2 2"s,
                                    " - 1 2 2"s,
                                    " --1 1 2 2"s,
                                    " 1- 1 2 2"s,
                                    " 1,1,2,2"s,
                                    " a b c d"s,
                                    " 1 1 2 2x"s,
                                    " 1\n1 2 2"s,
                                    " 1\v1 2 2"s,
                                    " 1\r1 2 2"s,
                                    " 1 1 2 2\r"s,
                                    " 1 1 2 2\0"s,
                                    "\0001 1 2 2"s,
                                    " 1 1 2 \xd9\xa2"s}) {
        EXPECT_FALSE(parse_move_numbers(text)) << testing::PrintToString(text);
    }
}

TEST(TakeMoveNumbers, leaves_the_text_after_them) {
    std::string_view text = " 1 1 2 2\t-1 -1  -1 -1 x";
    EXPECT_EQ(take_move_numbers(text), (MoveNumbers{1, 1, 2, 2}));
    EXPECT_EQ(text, "\t-1 -1  -1 -1 x");
    EXPECT_EQ(take_move_numbers(text), MoveNumbers{});
    EXPECT_EQ(text, " x");
    EXPECT_FALSE(take_move_numbers(text));
    for (std::string_view short_one : {"", " ", " 1 1 2", "1 1 2 2", " 1 1 2 -"}) {
        EXPECT_FALSE(take_move_numbers(short_one));
    }
}

} // namespace
} // namespace ataxx
