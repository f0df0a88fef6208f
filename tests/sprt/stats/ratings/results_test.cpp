#include "sprt/stats/ratings/results.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

namespace sprt {

namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

Pairing won(std::size_t a, std::size_t b) {
    return {a, b, Ptnml{{0, 0, 0, 0, 3}}};
}
Pairing shared(std::size_t a, std::size_t b) {
    return {a, b, Ptnml{{1, 0, 0, 0, 1}}};
}

TEST(Groups, are_connected_by_counted_pairs) {
    EXPECT_THAT(
        groups_of({.agents = 6, .pairings = {shared(4, 1), shared(1, 3), won(0, 5), {2, 0, Ptnml{}}}}),
        ElementsAre(AgentList{0, 5}, AgentList{1, 3, 4}))
        << "agent 2 has no counted pair";
    EXPECT_THAT(groups_of({.agents = 3, .pairings = {}}), IsEmpty());
}

TEST(Classes, stronger_ones_come_first) {
    const std::vector<double> unknown(6);
    const Crosstable chain{.agents = 4, .pairings = {won(2, 0), won(0, 3), won(3, 1)}};
    EXPECT_THAT(classes_of(chain, {0, 1, 2, 3}, unknown),
                ElementsAre(AgentList{2}, AgentList{0}, AgentList{3}, AgentList{1}));
    const Crosstable one{.agents = 3, .pairings = {won(0, 1), won(1, 2), won(2, 0)}};
    EXPECT_THAT(classes_of(one, {0, 1, 2}, unknown), ElementsAre(AgentList{0, 1, 2}));
    const Crosstable above{.agents = 4, .pairings = {shared(1, 2), won(0, 1), won(0, 3), shared(2, 3)}};
    EXPECT_THAT(classes_of(above, {0, 1, 2, 3}, unknown), ElementsAre(AgentList{0}, AgentList{1, 2, 3}));
}

TEST(Classes, that_nothing_orders_come_by_strength) {
    const Crosstable results{.agents = 3, .pairings = {won(0, 1), won(0, 2)}};
    EXPECT_THAT(classes_of(results, {0, 1, 2}, {9, 1, 2}),
                ElementsAre(AgentList{0}, AgentList{2}, AgentList{1}));
    EXPECT_THAT(classes_of(results, {0, 1, 2}, {9, 2, 1}),
                ElementsAre(AgentList{0}, AgentList{1}, AgentList{2}));
}

TEST(Classes, draws_and_single_points_join) {
    const Crosstable drawn{.agents = 2, .pairings = {{0, 1, Ptnml{{0, 0, 1, 0, 20}}}}};
    EXPECT_THAT(classes_of(drawn, {0, 1}, {0, 0}), ElementsAre(AgentList{0, 1}));
    const Crosstable half{.agents = 2, .pairings = {{0, 1, Ptnml{{0, 0, 0, 1, 20}}}}};
    EXPECT_THAT(classes_of(half, {0, 1}, {0, 0}), ElementsAre(AgentList{0, 1}));
}

TEST(Rank, is_that_of_the_differences) {
    const Crosstable results{.agents = 5, .pairings = {won(0, 1), won(1, 2), won(0, 2), won(3, 4)}};
    EXPECT_EQ(rank_of(results, {0, 1, 2, 3}), 3U);
    EXPECT_EQ(rank_of(results, {0, 2}), 2U);
    EXPECT_EQ(rank_of(results, {}), 0U);
}

} // namespace

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
