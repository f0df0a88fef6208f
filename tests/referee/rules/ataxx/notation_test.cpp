#include "referee/rules/ataxx/notation.hpp"
#include "referee/rules/ataxx/rules.hpp"

#include <gtest/gtest.h>

namespace ataxx {
namespace {

TEST(UaiNotation, clone_is_its_new_square) {
    EXPECT_EQ(uai_notation({7, 7, 6, 7}), "g2");
    EXPECT_EQ(uai_notation({1, 1, 2, 2}), "b6");
}

TEST(UaiNotation, jump_is_both_squares) {
    EXPECT_EQ(uai_notation({7, 7, 5, 7}), "g1g3");
    EXPECT_EQ(uai_notation({1, 1, 3, 2}), "a7b5");
    EXPECT_EQ(uai_notation({3, 2, 1, 1}), "b5a7");
}

TEST(UaiNotation, pass_is_four_zeros) {
    EXPECT_EQ(uai_notation(kPass), "0000");
}

TEST(UaiNotation, squares_are_those_of_the_fen) {
    // A stone of the first player stands alone on a7 in the top rank, one of the second on g7.
    const Position position = parse_fen("x5o/7/7/7/7/7/7 x").position;
    EXPECT_TRUE(position.stones(Side::First).has(Square::at(1, 1).value()));
    EXPECT_TRUE(position.stones(Side::Second).has(Square::at(1, 7).value()));
    EXPECT_EQ(uai_notation({1, 1, 1, 3}), "a7c7");
    EXPECT_EQ(uai_notation({1, 7, 3, 7}), "g7g5");
}

} // namespace
} // namespace ataxx
