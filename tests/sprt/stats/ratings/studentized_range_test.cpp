#include "sprt/stats/normal.hpp"
#include "sprt/stats/ratings/studentized_range.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace sprt {
namespace {

TEST(StudentizedRange, of_two_values_is_that_of_one_difference) {
    EXPECT_NEAR(studentized_range_quantile(0.95, 2, {}) / std::numbers::sqrt2, kTwoSided95, 1e-9);
    EXPECT_NEAR(studentized_range_cdf(1, 2, {}), 2 * normal_cdf(1 / std::numbers::sqrt2) - 1, 1e-12);
    // Student's t with 10 degrees of freedom: 2.2281388519649385 at 97.5 %.
    EXPECT_NEAR(studentized_range_quantile(0.95, 2, 10.0) / std::numbers::sqrt2, 2.2281388519649385, 1e-7);
}

/// Source: tables of the studentized range, e.g. Harter 1960: q(0.05) of 3, 10 and 20 values.
TEST(StudentizedRange, has_the_values_of_printed_tables) {
    struct Row {
        std::size_t count;
        std::optional<double> df;
        double q;
    };
    for (const auto& [count, df, q] : {Row{3, {}, 3.314}, Row{10, {}, 4.474}, Row{20, {}, 5.012},
                                       Row{3, 10.0, 3.877}, Row{10, 20.0, 5.008}, Row{5, 60.0, 3.977}}) {
        EXPECT_NEAR(studentized_range_quantile(0.95, count, df), q, 0.0015) << count;
    }
}

TEST(StudentizedRange, is_a_distribution_for_all_that_a_tournament_may_have) {
    for (const std::size_t count : {2U, 3U, 12U, 64U}) {
        for (const std::optional<double> df :
             {std::optional<double>{}, std::optional(9.0), std::optional(5000.0)}) {
            EXPECT_EQ(studentized_range_cdf(0, count, df), 0);
            double before = 0;
            for (double q = 0.5; q < 12; q += 0.5) {
                const double now = studentized_range_cdf(q, count, df);
                EXPECT_GE(now, before - 1e-12) << count << ' ' << q;
                before = now;
            }
            EXPECT_GT(before, 0.99);
            EXPECT_LE(before, 1 + 1e-9);
            const double quantile = studentized_range_quantile(0.95, count, df);
            EXPECT_NEAR(studentized_range_cdf(quantile, count, df), 0.95, 1e-9);
        }
    }
}

} // namespace
} // namespace sprt
