#include "agents/connect_four/score.hpp"

#include <gtest/gtest.h>

#include <cstdint>

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

namespace {

TEST(ScoreTable, gives_back_the_bounds_of_a_key) {
    ScoreTable table(1);
    EXPECT_FALSE(table.find(77));
    for (const ScoreBounds bounds : {ScoreBounds{-21, 21}, {-3, -3}, {0, 5}, {18, 18}}) {
        table.store(77, bounds, 100);
        EXPECT_EQ(table.find(77), bounds);
    }
    EXPECT_FALSE(table.find(78));
    const std::uint64_t longest = (std::uint64_t{1} << 49) - 1;
    table.store(longest, {-1, 1}, 1);
    EXPECT_EQ(table.find(longest), (ScoreBounds{-1, 1}));
}

TEST(ScoreTable, holds_two_entries_of_8_bytes_in_each_place) {
    EXPECT_EQ(ScoreTable(1).size(), 1024U * 1024 / 8);
    EXPECT_EQ(ScoreTable(3).size(), 2U * 1024 * 1024 / 8);
}

TEST(ScoreTable, keeps_what_took_much_work) {
    ScoreTable table(1);
    const std::uint64_t costly = 123'456'789;
    table.store(costly, {1, 2}, 1'000'000);
    for (std::uint64_t key = 1; key <= 2'000'000; ++key) { // more than there is room for
        table.store(key, {0, 0}, 1);
    }
    EXPECT_EQ(table.find(costly), (ScoreBounds{1, 2}));
    EXPECT_EQ(table.find(2'000'000), (ScoreBounds{0, 0})) << "the latest is always there";
}

} // namespace
} // namespace search
