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
                EXPECT_EQ(referee::parse_move_numbers(' ' + to_string(*move), 4), numbers);
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
                                       {1, 1, 1, -999'999'999},
                                       {},
                                       {1, 1, 2}}) {
        EXPECT_FALSE(Move::from_numbers(numbers)) << testing::PrintToString(numbers);
    }
}

} // namespace
} // namespace ataxx
