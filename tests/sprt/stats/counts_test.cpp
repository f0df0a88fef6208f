#include "sprt/stats/counts.hpp"

#include <gtest/gtest.h>

namespace sprt {
namespace {

TEST(Outcomes, fractions_are_ordered_by_score) {
    const Outcomes<3> games = outcomes(Wld{.wins = 5, .losses = 2, .draws = 3});
    EXPECT_EQ(games.total, 10);
    EXPECT_EQ(games.fractions, (std::array{0.2, 0.3, 0.5}));
    const Outcomes<5> pairs = outcomes(Ptnml{{1, 2, 3, 4, 10}});
    EXPECT_EQ(pairs.total, 20);
    EXPECT_EQ(pairs.fractions, (std::array{0.05, 0.1, 0.15, 0.2, 0.5}));
    EXPECT_EQ(score_of_outcome<3>(1), 0.5);
    EXPECT_EQ(score_of_outcome<5>(3), 0.75);
}

TEST(Outcomes, only_counts_of_0_are_replaced) {
    const Outcomes<3> games = outcomes(Wld{.wins = 9, .losses = 0, .draws = 1});
    EXPECT_DOUBLE_EQ(games.total, 10.001);
    EXPECT_DOUBLE_EQ(games.fractions[0], 1e-3 / 10.001);
    EXPECT_DOUBLE_EQ(games.fractions[2], 9 / 10.001);
}

TEST(Outcomes, total_without_data_is_0) {
    EXPECT_EQ(outcomes(Wld{}).total, 0);
    EXPECT_EQ(outcomes(Ptnml{}).total, 0);
}

} // namespace

} // namespace sprt
