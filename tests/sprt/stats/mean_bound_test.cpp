#include "sprt/stats/mean_bound.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>

namespace sprt {
namespace {

using Pairs = std::array<SeenValue, 5>;

Pairs pairs(const std::array<double, 5>& counts) {
    Pairs result{};
    for (std::size_t i = 0; i < counts.size(); ++i) {
        result[i] = {static_cast<double>(i) / 4, counts[i]};
    }
    return result;
}

TEST(MeanBound, of_two_values_is_that_of_clopper_and_pearson) {
    // Source: Clopper and Pearson's interval as in R's binom.test; without a success 1 - error^(1/n).
    EXPECT_NEAR(highest_mean(pairs({7, 0, 0, 0, 3}), 0.025), 0.652452850059997, 1e-9);
    EXPECT_NEAR(highest_mean(pairs({90, 0, 0, 0, 10}), 0.025), 0.176222597740023, 1e-9);
    for (const double n : {1.0, 2.0, 10.0, 1e3, 1e6, 1e9}) {
        const double none = -std::expm1(std::log(0.025) / n);
        EXPECT_NEAR(highest_mean(pairs({n, 0, 0, 0, 0}), 0.025) / none, 1, 1e-6) << n;
        EXPECT_NEAR((highest_mean(pairs({0, 0, n, 0, 0}), 0.025) - 0.5) / (none / 2), 1, 1e-6) << n;
    }
}

TEST(MeanBound, of_more_values_equals_reference_values) {
    // Source: the same bound by divided differences of truncated powers, with 200 digits.
    const struct {
        std::array<double, 5> counts;
        double highest;
        double exceeds; ///< 1/2
    } rows[] = {
        {{0, 0, 0, 1, 0}, 0.99375, 1.0},
        {{1, 0, 2, 0, 4}, 0.937293152469054, 0.96875},
        {{1, 1, 1, 1, 1}, 0.841093980086426, 0.722222222222222},
        {{0, 2, 5, 1, 0}, 0.680016903382863, 0.638888888888889},
        {{2, 0, 1, 1, 6}, 0.925445165739693, 0.974826388888889},
    };
    for (const auto& row : rows) {
        EXPECT_NEAR(highest_mean(pairs(row.counts), 0.025), row.highest, 1e-8);
        EXPECT_NEAR(mean_exceeds(pairs(row.counts), 0.5), row.exceeds, 1e-8);
    }
}

TEST(MeanBound, is_exceeded_with_the_promised_probability) {
    for (const double error : {0.4, 0.025, 1e-6}) {
        for (const auto& counts :
             {std::array<double, 5>{1, 0, 0, 0, 0}, std::array<double, 5>{0, 0, 99, 1, 0},
              std::array<double, 5>{144, 3, 1, 0, 0}, std::array<double, 5>{0, 1, 0, 1, 1e7},
              std::array<double, 5>{700000, 300000, 3000000, 305000, 705000}}) {
            const double highest = highest_mean(pairs(counts), error);
            EXPECT_NEAR(mean_exceeds(pairs(counts), highest) / error, 1, 1e-5);
        }
    }
}

TEST(MeanBound, is_the_greatest_value_where_only_that_was_seen) {
    EXPECT_EQ(highest_mean(pairs({0, 0, 0, 0, 12}), 0.025), 1);
    EXPECT_EQ(mean_exceeds(pairs({0, 0, 0, 0, 12}), 0.5), 1);
    EXPECT_EQ(mean_exceeds(pairs({3, 0, 0, 0, 0}), 1), 0);
}

} // namespace
} // namespace sprt
