#include "referee/game/player.hpp"

#include <gtest/gtest.h>

namespace referee {
namespace {

TEST(Player, agents_are_numbered_from_1) {
    EXPECT_EQ(number(Player::Agent1), 1);
    EXPECT_EQ(number(Player::Agent2), 2);
    EXPECT_EQ(other(Player::Agent1), Player::Agent2);
    EXPECT_EQ(other(Player::Agent2), Player::Agent1);
}

TEST(Player, the_first_player_has_the_first_side) {
    EXPECT_EQ(player_of(Side::First, Player::Agent2), Player::Agent2);
    EXPECT_EQ(player_of(Side::Second, Player::Agent2), Player::Agent1);
    EXPECT_EQ(player_of(Side::Second, Player::Agent1), Player::Agent2);
}

TEST(PerPlayer, an_agent_finds_its_own_value) {
    PerPlayer<int> values{1, 2};
    EXPECT_EQ(values[Player::Agent1], 1);
    EXPECT_EQ(values[Player::Agent2], 2);
    values[Player::Agent1] = 3;
    EXPECT_EQ(values, (PerPlayer<int>{3, 2}));
}

} // namespace
} // namespace referee
