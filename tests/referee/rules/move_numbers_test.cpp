#include "referee/rules/move_numbers.hpp"
#include "tests/support/print.hpp"

#include <gtest/gtest.h>

#include <string>

namespace referee {
namespace {

TEST(MoveNumbers, are_equal_when_their_count_and_all_of_them_are) {
    EXPECT_EQ((MoveNumbers{1, 2}), (MoveNumbers{1, 2}));
    EXPECT_NE((MoveNumbers{1, 2}), (MoveNumbers{1, 2, 0}));
    EXPECT_NE(MoveNumbers{}, MoveNumbers{0});
    EXPECT_EQ(to_string(MoveNumbers{4, -3, 0}), "4 -3 0");
    EXPECT_EQ(to_string(MoveNumbers{}), "");
}

TEST(ParseMoveNumbers, as_many_as_the_game_has_are_read) {
    EXPECT_EQ(parse_move_numbers(" 4", 1), MoveNumbers{4});
    EXPECT_EQ(parse_move_numbers(" 2 3", 2), (MoveNumbers{2, 3}));
    EXPECT_FALSE(parse_move_numbers(" 2 3", 1));
    EXPECT_FALSE(parse_move_numbers(" 2", 2));
    EXPECT_FALSE(parse_move_numbers("4", 1));
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
        EXPECT_EQ(parse_move_numbers(row.text, 4), row.expected) << row.text;
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
        EXPECT_FALSE(parse_move_numbers(text, 4)) << testing::PrintToString(text);
    }
}

TEST(TakeMoveNumbers, leaves_the_text_after_them) {
    std::string_view text = " 1 1 2 2\t-1 -1  -1 -1 x";
    EXPECT_EQ(take_move_numbers(text, 4), (MoveNumbers{1, 1, 2, 2}));
    EXPECT_EQ(text, "\t-1 -1  -1 -1 x");
    EXPECT_EQ(take_move_numbers(text, 4), (MoveNumbers{-1, -1, -1, -1}));
    EXPECT_EQ(text, " x");
    EXPECT_FALSE(take_move_numbers(text, 4));
    for (std::string_view short_one : {"", " ", " 1 1 2", "1 1 2 2", " 1 1 2 -"}) {
        EXPECT_FALSE(take_move_numbers(short_one, 4));
    }
}

} // namespace
} // namespace referee
