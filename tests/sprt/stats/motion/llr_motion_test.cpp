#include "sprt/stats/model.hpp"
#include "sprt/stats/motion/llr_motion.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace sprt {
namespace {

/// A test with error rates 0.05 in units of information: the drift is -1/2 under H0, 1/2 under H1 and 0 half
/// way.
Brownian standard(double drift) {
    const Bounds limits = bounds({});
    return {.drift = drift, .variance = 1, .lower = limits.lower, .upper = limits.upper};
}

TEST(Brownian, bounds_are_reached_with_the_error_rates) {
    EXPECT_NEAR(upper_first(standard(-0.5)), 0.05, 1e-12);
    EXPECT_NEAR(upper_first(standard(0.5)), 0.95, 1e-12);
    EXPECT_NEAR(upper_first(standard(0)), 0.5, 1e-15);
    EXPECT_NEAR(upper_first(standard(1e-9)), 0.5, 1e-8);
}

TEST(Brownian, expected_time_is_that_of_wald) {
    EXPECT_NEAR(expected_time(standard(-0.5)), 5.30, 0.005);
    EXPECT_NEAR(expected_time(standard(0.5)), 5.30, 0.005);
    EXPECT_NEAR(expected_time(standard(0)), 8.67, 0.005);
    // The closed form agrees with the expansion for small drifts.
    EXPECT_NEAR(expected_time(standard(0.8e-6)), expected_time(standard(0.9e-6)), 1e-6);
    const Brownian skewed{.drift = 0.99e-6, .variance = 1, .lower = -1, .upper = 4};
    const Brownian other{.drift = 1.01e-6, .variance = 1, .lower = -1, .upper = 4};
    EXPECT_NEAR(expected_time(skewed), expected_time(other), 1e-6);
}

/// Source: the dynamic programme of a study: P(undecided) of the test with alpha = beta = 0.05 after
/// multiples of 10.82, the fixed sample with the same error rates. Its steps are finite, so its expected time
/// is 5.31 in place of 5.30.
TEST(Brownian, undecided_equals_the_published_truncation_table) {
    constexpr double kFixedSample = 10.82;
    const struct {
        double multiple;
        double middle;
        double end;
        double middle_digits;
        double end_digits;
    } rows[] = {{1, 0.27, 0.087, 0.005, 0.001},
                {1.5, 0.13, 0.021, 0.005, 0.001},
                {2, 0.059, 0.005, 0.0005, 0.0005},
                {3, 0.013, 0.0003, 0.0005, 0.00005},
                {4, 0.003, 0, 0.0005, 0.00005}};
    for (const auto& row : rows) {
        EXPECT_NEAR(undecided(standard(0), row.multiple * kFixedSample), row.middle, row.middle_digits);
        EXPECT_NEAR(undecided(standard(-0.5), row.multiple * kFixedSample), row.end, row.end_digits);
        EXPECT_NEAR(undecided(standard(0.5), row.multiple * kFixedSample), row.end, row.end_digits);
    }
}

TEST(Brownian, quantiles_equal_the_published_table) {
    EXPECT_NEAR(time_quantile(standard(0), 0.95), 22.8, 0.25);
    EXPECT_NEAR(time_quantile(standard(0), 0.99), 34.2, 0.4);
    for (const double drift : {-3.0, -0.5, 0.0, 0.01, 40.0}) {
        for (const double share : {0.05, 0.5, 0.95}) {
            const double time = time_quantile(standard(drift), share);
            EXPECT_NEAR(undecided(standard(drift), time), 1 - share, 1e-9) << drift;
        }
    }
}

TEST(Brownian, expected_time_is_the_integral_of_undecided) {
    for (const double drift : {-2.0, -0.5, 0.0, 0.2}) {
        const Brownian motion = standard(drift);
        double sum = 0;
        constexpr double kStep = 0.01;
        for (int i = 0; i < 20'000; ++i) {
            sum += kStep * undecided(motion, (i + 0.5) * kStep);
        }
        EXPECT_NEAR(sum, expected_time(motion), 1e-4) << drift;
    }
}

/// One formula is for little time or strong drift, the other for the rest.
TEST(Brownian, series_and_images_agree_where_one_takes_over) {
    const double width = 2 * bounds({}).upper;
    for (const double place : {-2.9, -1.0, 0.0, 0.3, 2.9}) {
        const double switching = 0.01 * width * width;
        EXPECT_NEAR(worse_outcome(standard(0.3), switching * (1 - 1e-9), place),
                    worse_outcome(standard(0.3), switching * (1 + 1e-9), place), 1e-8);
        for (const double time : {0.5, 2.0, 10.0}) {
            for (const double sign : {-1.0, 1.0}) {
                EXPECT_NEAR(worse_outcome(standard(sign * 15 / width * (1 - 1e-9)), time, place),
                            worse_outcome(standard(sign * 15 / width * (1 + 1e-9)), time, place), 1e-7);
            }
        }
    }
}

TEST(Brownian, worse_outcome_is_a_distribution_function) {
    for (const double drift : {-1e6, -3.0, -0.5, 0.0, 0.5, 3.0, 1e6}) {
        for (const double time : {0.0, 1e-12, 0.1, 5.0, 1e3, 1e15}) {
            double last = 0;
            for (double place = -2.9; place < 2.91; place += 0.1) {
                const double value = worse_outcome(standard(drift), time, place);
                EXPECT_GE(value, last - 1e-9) << drift << ' ' << time << ' ' << place;
                EXPECT_LE(value, 1);
                last = value;
            }
        }
    }
}

} // namespace

} // namespace sprt
