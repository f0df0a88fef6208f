#include "sprt/stats/motion/brownian.hpp"
#include "sprt/stats/verdict.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace sprt {
namespace {

/// In units of information: the ends of the hypotheses lie at drift -1/2 and 1/2, the middle at 0.
Brownian standard(double drift) {
    const Bounds limits = bounds({});
    return {.drift = drift, .variance = 1, .lower = limits.lower, .upper = limits.upper};
}

TEST(Brownian, ReachesTheBoundsWithTheErrorRates) {
    EXPECT_NEAR(upper_first(standard(-0.5)), 0.05, 1e-12);
    EXPECT_NEAR(upper_first(standard(0.5)), 0.95, 1e-12);
    EXPECT_NEAR(upper_first(standard(0)), 0.5, 1e-15);
    EXPECT_NEAR(upper_first(standard(1e-9)), 0.5, 1e-8);
}

TEST(Brownian, TakesAsLongAsWaldSaid) {
    EXPECT_NEAR(expected_time(standard(-0.5)), 5.30, 0.005);
    EXPECT_NEAR(expected_time(standard(0.5)), 5.30, 0.005);
    EXPECT_NEAR(expected_time(standard(0)), 8.67, 0.005);
    // The closed form and the expansion for small drifts meet.
    EXPECT_NEAR(expected_time(standard(0.8e-6)), expected_time(standard(0.9e-6)), 1e-6);
    const Brownian skewed{.drift = 0.99e-6, .variance = 1, .lower = -1, .upper = 4};
    const Brownian other{.drift = 1.01e-6, .variance = 1, .lower = -1, .upper = 4};
    EXPECT_NEAR(expected_time(skewed), expected_time(other), 1e-6);
}

/// A study's dynamic programme: P(undecided) of the test with alpha = beta = 0.05 cut off at multiples of the
/// fixed sample that has the same error rates, 10.82. Its steps are finite: it gives 5.31 where Wald
/// gives 5.30.
TEST(Brownian, IsUndecidedAsOftenAsTheTruncationTableSays) {
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

TEST(Brownian, QuantilesAreThoseOfTheTable) {
    EXPECT_NEAR(time_quantile(standard(0), 0.95), 22.8, 0.25);
    EXPECT_NEAR(time_quantile(standard(0), 0.99), 34.2, 0.4);
    for (const double drift : {-3.0, -0.5, 0.0, 0.01, 40.0}) {
        for (const double share : {0.05, 0.5, 0.95}) {
            const double time = time_quantile(standard(drift), share);
            EXPECT_NEAR(undecided(standard(drift), time), 1 - share, 1e-9) << drift;
        }
    }
}

TEST(Brownian, ExpectedTimeIsTheIntegralOfBeingUndecided) {
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

/// Two formulas, one of them for little time or strong drift: they agree where one takes over.
TEST(Brownian, SeriesAndImagesMeet) {
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

TEST(Brownian, WorseOutcomesAreAFunctionOfDistribution) {
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
