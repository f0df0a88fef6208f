#include "sprt/ledger/drift.hpp"
#include "sprt/simulate/random.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>

namespace sprt {
namespace {

Drift drift_of(std::uint64_t pairs, const std::function<double(std::uint64_t)>& score) {
    DriftSums sums;
    for (std::uint64_t pair = 0; pair < pairs; ++pair) {
        sums.add(score(pair));
    }
    return sums.drift();
}

TEST(Drift, is_unknown_for_few_pairs_and_for_equal_scores) {
    EXPECT_FALSE(drift_of(29, [](std::uint64_t pair) { return pair % 2; }).lag_one);
    EXPECT_TRUE(drift_of(30, [](std::uint64_t pair) { return pair % 2; }).lag_one);
    const Drift equal = drift_of(1000, [](std::uint64_t) { return 1.5; });
    EXPECT_FALSE(equal.lag_one || equal.trend);
    EXPECT_EQ(equal.pairs, 1000u);
}

/// Scores 0, 1, 2, ...: the trend is 1. Source of the autocorrelation: the definition, added up by hand for n
/// = 40.
TEST(Drift, correlations_are_those_of_their_definitions) {
    const Drift drift = drift_of(40, [](std::uint64_t pair) { return static_cast<double>(pair); });
    EXPECT_NEAR(drift.trend->r, 1, 1e-12);
    EXPECT_LT(drift.trend->p, 1e-9);
    double products = 0;
    double squares = 0;
    for (int pair = 0; pair < 40; ++pair) {
        squares += std::pow(pair - 19.5, 2);
        products += pair > 0 ? (pair - 19.5) * (pair - 20.5) : 0;
    }
    EXPECT_NEAR(drift.lag_one->r, products / squares, 1e-12);
    const Drift alternating = drift_of(1000, [](std::uint64_t pair) { return pair % 2 * 2; });
    EXPECT_NEAR(alternating.lag_one->r, -0.999, 1e-9);
    EXPECT_LT(alternating.lag_one->p, kDriftWarning);
    EXPECT_GT(alternating.trend->p, 0.9);
}

/// From the fewest pairs on. Source: sums by definition in Python; for lag one Moran's mean -1/n and variance
/// (n - 2)^2 / (n^2 (n - 1)), for the trend 0 and 1/(n - 1); p = erfc(|r - mean| / sqrt(2 variance)).
TEST(Drift, r_and_p_of_few_pairs_equal_reference_values) {
    const auto squares = [](std::uint64_t i) { return static_cast<double>(i * i % 7) / 2; };
    const auto falling = [](std::uint64_t i) {
        return (i < 15 ? 1.5 : 0.5) + static_cast<double>(i % 3) / 2;
    };
    const struct {
        std::uint64_t pairs;
        std::function<double(std::uint64_t)> score;
        Correlation lag_one;
        Correlation trend;
    } rows[] = {
        {30, squares, {0.0327841845140033, 0.7028425540796215}, {-0.03655018443268343, 0.8439615387187748}},
        {30, falling, {0.32, 0.041483020322255114}, {-0.6115317481346662, 0.0009905425138860304}},
        {31, squares, {-0.0005125412435532078, 0.852547542974164}, {0.0448433220809211, 0.805978735502331}},
        {31,
         falling,
         {0.296928723198764, 0.05393263775991034},
         {-0.6429313948183848, 0.00042914458705638865}},
        {47,
         squares,
         {0.00022396416573351938, 0.8789464177734136},
         {0.028995040385015224, 0.8440983631412935}},
    };
    for (const auto& row : rows) {
        const Drift drift = drift_of(row.pairs, row.score);
        EXPECT_NEAR(drift.lag_one->r, row.lag_one.r, 1e-12);
        EXPECT_NEAR(drift.lag_one->p, row.lag_one.p, 1e-12);
        EXPECT_NEAR(drift.trend->r, row.trend.r, 1e-12);
        EXPECT_NEAR(drift.trend->p, row.trend.p, 1e-12);
    }
}

TEST(Drift, agent_that_learns_shows_a_trend) {
    Random random(1);
    const Drift drift = drift_of(2000, [&](std::uint64_t pair) {
        return random.uniform() < 0.35 + 0.0001 * static_cast<double>(pair) ? 2.0 : 0.0;
    });
    EXPECT_LT(drift.trend->p, kDriftWarning);
}

/// 20 000 sequences of 400 independent pairs: p is uniform, so 5 % (standard error 0.15 %) are below 0.05.
TEST(Drift, p_of_independent_pairs_is_uniform) {
    constexpr int kRuns = 20'000;
    Random random(2);
    int lag_one = 0;
    int trend = 0;
    for (int run = 0; run < kRuns; ++run) {
        const Drift drift =
            drift_of(400, [&](std::uint64_t) { return std::floor(random.uniform() * 5) / 2; });
        lag_one += drift.lag_one->p < 0.05 ? 1 : 0;
        trend += drift.trend->p < 0.05 ? 1 : 0;
    }
    EXPECT_NEAR(lag_one, kRuns / 20, 5 * 31);
    EXPECT_NEAR(trend, kRuns / 20, 5 * 31);
}

} // namespace
} // namespace sprt
