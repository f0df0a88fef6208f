#include "referee/base/user_error.hpp"
#include "referee/game/player.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

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

namespace {

using testing::ElementsAre;

TEST(TunedNumber, whole_numbers_have_no_point_and_others_one) {
    EXPECT_EQ(to_string(TunedNumber{55, true}), "55");
    EXPECT_EQ(to_string(TunedNumber{-3, true}), "-3");
    EXPECT_EQ(to_string(TunedNumber{1, false}), "1.0");
    EXPECT_EQ(to_string(TunedNumber{0.1, false}), "0.1");
    EXPECT_EQ(to_string(TunedNumber{1e300, false}), "1e+300");
    const double odd = 0.31318500458196846;
    EXPECT_EQ(std::stod(to_string(TunedNumber{odd, false})), odd);
}

TEST(Placeholders, are_filled_in_and_double_braces_are_one) {
    const std::vector<std::string> names{"x", "a b"};
    const std::vector<TunedNumber> values{{7, true}, {0.5, false}};
    EXPECT_EQ(filled_in("--x={x},{a b}{x} {{x} }", names, values), "--x=7,0.57 {x} }");
    EXPECT_EQ(filled_in("{x} {other}", names, values), "7 {other}");
    EXPECT_THAT(placeholders_in("{x}{{y}{a b}"), ElementsAre("a b", "x"));
    EXPECT_THROW(static_cast<void>(placeholders_in("--x={x")), UserError);
    EXPECT_EQ(values_text(names, values), "x=7 a b=0.5");
}

} // namespace

} // namespace referee
