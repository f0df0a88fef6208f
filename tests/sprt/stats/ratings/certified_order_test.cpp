#include "sprt/stats/ratings/certified_order.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace sprt {
namespace {

/// An independent program in Python computed these.
TEST(CertifiedOrder, capital_is_that_of_the_mixture_of_bets) {
    struct Row {
        std::vector<double> differences;
        double log_capital;
        double of_the_other;
    };
    const Row rows[] = {{{0.5}, 0.0913621743992537, -0.10055624742955038},
                        {std::vector<double>(10, 1.0), 4.116882550320738, -0.7369494820532512},
                        {{-1, -1, -1, 1, 1, 1}, -0.19477150892155662, -0.19477150892155662}};
    for (const auto& [differences, one, other] : rows) {
        CertifiedOrder order(2);
        for (const double difference : differences) {
            order.add(0, 1, difference);
        }
        EXPECT_NEAR(order.log_capital(0, 1), one, 1e-9);
        EXPECT_NEAR(order.log_capital(1, 0), other, 1e-9);
    }
}

TEST(CertifiedOrder, capital_is_one_before_the_first_round_and_stays_finite) {
    CertifiedOrder order(3);
    EXPECT_EQ(order.log_capital(0, 1), 0);
    for (int i = 0; i < 100'000; ++i) {
        order.add(0, 1, 1);
    }
    EXPECT_GT(order.log_capital(0, 1), 60'000);
    EXPECT_TRUE(std::isfinite(order.log_capital(1, 0)));
    EXPECT_LT(order.log_capital(1, 0), 0);
    EXPECT_EQ(order.log_capital(2, 1), 0) << "nothing was said of them";
}

/// 0 beat 1 by 3/4, and both met 2; only 1 met 3.
TEST(RoundDifferences, are_the_mean_over_common_opponents_and_the_own_meeting) {
    const auto d = round_differences(4, {{0, 1, 0.75}, {0, 2, 1}, {1, 2, 0.25}, {1, 3, 1}});
    EXPECT_DOUBLE_EQ(d[0][1], ((1 - 0.25) + (2 * 0.75 - 1)) / 2);
    EXPECT_DOUBLE_EQ(d[1][0], -d[0][1]);
    EXPECT_DOUBLE_EQ(d[0][2], ((0.75 - 0.75) + 1) / 2) << "2 made 0.75 against 1";
    EXPECT_DOUBLE_EQ(d[0][3], 0.75 - 0) << "both met 1 alone";
    EXPECT_DOUBLE_EQ(d[2][3], 0.75 - 0);
    EXPECT_EQ(round_differences(3, {{0, 1, 1}})[0][2], 0) << "nobody met both";
}

TEST(RoundDifferences, of_a_round_robin_are_points_over_what_there_was_to_win) {
    const std::vector<RoundScore> scores{{0, 3, 0.25}, {1, 2, 0.75}, {1, 3, 1},
                                         {0, 2, 0.5},  {2, 3, 0},    {0, 1, 0.75}};
    std::vector<double> points(4);
    for (const auto& [a, b, score] : scores) {
        points[a] += score;
        points[b] += 1 - score;
    }
    const auto d = round_differences(4, scores);
    for (std::size_t i = 0; i < 4; ++i) {
        for (std::size_t j = 0; j < 4; ++j) {
            EXPECT_NEAR(d[i][j], (points[i] - points[j]) / 3, 1e-15);
        }
    }
}

} // namespace
} // namespace sprt
