#include "agents/connect_four/score.hpp"

#include <gtest/gtest.h>

namespace search {
namespace {

TEST(ConnectFourScore, a_win_with_the_nth_own_disc_is_worth_22_less_n) {
    EXPECT_EQ(score_of_a_win_now(0), 21) << "its first disc";
    EXPECT_EQ(score_of_a_win_now(1), 21);
    EXPECT_EQ(score_of_a_win_now(6), 18) << "its fourth disc";
    EXPECT_EQ(score_of_a_win_now(7), 18);
    EXPECT_EQ(score_of_a_win_now(40), 1);
    EXPECT_EQ(score_of_a_win_now(41), 1);
}

TEST(ConnectFourScore, a_loss_by_the_next_disc_is_what_the_other_side_will_win) {
    for (int discs = 0; discs < 41; ++discs) {
        EXPECT_EQ(score_of_a_loss_next(discs), -score_of_a_win_now(discs + 1));
    }
}

TEST(ConnectFourScore, a_score_says_in_how_many_plies_the_game_ends) {
    EXPECT_EQ(plies_to_the_end(1, 0), 41) << "the first player wins with the 21st disc";
    EXPECT_EQ(plies_to_the_end(-1, 0), 42);
    EXPECT_EQ(plies_to_the_end(0, 0), 42);
    EXPECT_EQ(plies_to_the_end(0, 35), 7);
    EXPECT_EQ(plies_to_the_end(-1, 1), 40);
    EXPECT_EQ(plies_to_the_end(1, 1), 41)
        << "the second player wins with the 21st disc, the last of the game";
    for (int discs = 6; discs < 42; ++discs) {
        EXPECT_EQ(plies_to_the_end(score_of_a_win_now(discs), discs), 1) << discs;
    }
    for (int discs = 6; discs < 41; ++discs) {
        EXPECT_EQ(plies_to_the_end(score_of_a_loss_next(discs), discs), 2) << discs;
    }
}

} // namespace
} // namespace search
