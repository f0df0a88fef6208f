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

double highest(const Pairs& seen, double error) {
    return highest_mean(seen, error).mean;
}

TEST(MeanBound, of_two_values_is_that_of_clopper_and_pearson) {
    // Source: Clopper and Pearson's interval as in R's binom.test; without a success 1 - error^(1/n).
    EXPECT_NEAR(highest(pairs({7, 0, 0, 0, 3}), 0.025), 0.652452850059997, 1e-9);
    EXPECT_NEAR(highest(pairs({90, 0, 0, 0, 10}), 0.025), 0.176222597740023, 1e-9);
    for (const double n : {1.0, 2.0, 10.0, 1e3, 1e6, 1e9}) {
        const double none = -std::expm1(std::log(0.025) / n);
        EXPECT_NEAR(highest(pairs({n, 0, 0, 0, 0}), 0.025) / none, 1, 1e-6) << n;
        EXPECT_NEAR((highest(pairs({0, 0, n, 0, 0}), 0.025) - 0.5) / (none / 2), 1, 1e-6) << n;
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
        EXPECT_NEAR(highest(pairs(row.counts), 0.025), row.highest, 1e-8);
        EXPECT_NEAR(mean_exceeds(pairs(row.counts), 0.5), row.exceeds, 1e-8);
    }
}

TEST(MeanBound, of_many_draws_equals_reference_values) {
    // Source: with values v less m, of which only the lowest, of count k, is below 0: P(mean < m) is the sum
    // of the first k coefficients in t of the product of (1 + a (1 - t))^-count, a = (v - m) / (m - lowest).
    const struct {
        std::array<double, 5> counts;
        double highest;
    } rows[] = {
        {{8, 0, 541, 0, 0}, 0.498298813879859}, {{8, 0, 560, 0, 0}, 0.498355804114642},
        {{8, 0, 600, 0, 0}, 0.498464124683999}, {{7, 0, 472, 0, 0}, 0.498782773506368},
        {{6, 0, 340, 0, 0}, 0.499320300995853}, {{6, 0, 364, 0, 0}, 0.499364417460187},
        {{6, 0, 560, 0, 0}, 0.499584604150413}, {{13, 0, 1892, 0, 1}, 0.49892574672178},
    };
    for (const auto& row : rows) {
        const double bound = highest(pairs(row.counts), 0.025);
        EXPECT_NEAR((bound - 0.5) / (row.highest - 0.5), 1, 1e-7) << row.counts[0] << ", " << row.counts[2];
    }
}

TEST(MeanBound, is_smooth_in_draws_and_rises_with_points) {
    for (const auto& counts : {std::array<double, 5>{8, 0, 0, 0, 0}, std::array<double, 5>{7, 0, 0, 0, 1},
                               std::array<double, 5>{1, 0, 0, 0, 13}, std::array<double, 5>{3, 8, 0, 1, 2}}) {
        const auto at = [&](double draws, double last) {
            std::array<double, 5> now = counts;
            now[2] += draws;
            now[4] += last;
            return highest(pairs(now), 0.025);
        };
        double before = at(99, 0);
        for (double draws = 100; draws < 600; ++draws) {
            const double now = at(draws, 0);
            ASSERT_NEAR(now, before, 1.5e-2 * std::fabs(before - 0.5) + 2e-4) << draws;
            ASSERT_LE(now, at(draws - 1, 1)) << draws;
            before = now;
        }
    }
}

TEST(MeanBound, probabilities_of_both_sides_sum_to_one_and_fall) {
    for (const double draws : {0.0, 3.0, 60.0, 541.0, 1022.0, 9000.0, 1e6}) {
        for (const auto& [lost, won] : {std::array<double, 2>{8, 0}, {7, 2}, {0, 3}, {1, 13}, {40, 30}}) {
            double before = 1;
            for (double mean = 0.3; mean < 0.7; mean += 0.01) {
                // Each has one more observation at its own top.
                const double above = mean_exceeds(pairs({lost + 1, 2, draws, 1, won}), mean);
                const double below = mean_exceeds(pairs({won + 1, 1, draws, 2, lost}), 1 - mean);
                ASSERT_NEAR(above + below, 1, 1e-9) << lost << ", " << draws << ", " << won << ": " << mean;
                ASSERT_LE(above, before);
                before = above;
            }
        }
    }
}

TEST(MeanBound, is_exceeded_with_the_promised_probability) {
    for (const double error : {0.4, 0.025, 1e-6}) {
        for (const auto& counts :
             {std::array<double, 5>{1, 0, 0, 0, 0}, std::array<double, 5>{0, 0, 99, 1, 0},
              std::array<double, 5>{144, 3, 1, 0, 0}, std::array<double, 5>{0, 1, 0, 1, 1e7},
              std::array<double, 5>{700000, 300000, 3000000, 305000, 705000}}) {
            const double bound = highest(pairs(counts), error);
            EXPECT_NEAR(mean_exceeds(pairs(counts), bound) / error, 1, 1e-5);
        }
    }
}

TEST(MeanBound, is_the_greatest_value_where_only_that_was_seen) {
    EXPECT_EQ(highest(pairs({0, 0, 0, 0, 12}), 0.025), 1);
    EXPECT_EQ(mean_exceeds(pairs({0, 0, 0, 0, 12}), 0.5), 1);
    EXPECT_EQ(mean_exceeds(pairs({3, 0, 0, 0, 0}), 1), 0);
}

} // namespace
} // namespace sprt
