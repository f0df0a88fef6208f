#include "referee/rules/side.hpp"

#include <gtest/gtest.h>

namespace referee {
namespace {

TEST(Side, opponent_and_place_in_a_table) {
    EXPECT_EQ(opponent(Side::First), Side::Second);
    EXPECT_EQ(opponent(Side::Second), Side::First);
    EXPECT_EQ(index(Side::First), 0U);
    EXPECT_EQ(index(Side::Second), 1U);
}

TEST(Side, sides_move_in_turn) {
    EXPECT_EQ(side_to_move(0), Side::First);
    EXPECT_EQ(side_to_move(1), Side::Second);
    EXPECT_EQ(side_to_move(400), Side::First);
}

TEST(PerSide, a_side_finds_its_own_value) {
    PerSide<int> values{1, 2};
    EXPECT_EQ(values[Side::First], 1);
    EXPECT_EQ(values[Side::Second], 2);
    values[Side::Second] = 3;
    EXPECT_EQ(values, (PerSide<int>{1, 3}));
}

} // namespace
} // namespace referee
