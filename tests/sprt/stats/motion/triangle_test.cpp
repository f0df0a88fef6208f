#include "sprt/stats/motion/triangle.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace sprt {
namespace {

/// The 2-SPRT with error rates 0.05 in units of information: the drift is -1/2 under H0 and 1/2 under H1.
TriangleExit two_sprt(double drift) {
    const double bound = 2 * std::log(1 / 0.1);
    return TriangleExit(
        {.motion = {.drift = drift, .variance = 1, .lower = -bound, .upper = bound}, .closing = 0.25});
}

/// Source: the dynamic programme of a study, whose finite steps make each time about 1 % longer.
TEST(Triangle, exits_agree_with_reference_values) {
    EXPECT_NEAR(two_sprt(-0.5).expected_time(), 5.82, 0.06);
    EXPECT_NEAR(two_sprt(0).expected_time(), 7.79, 0.08);
    EXPECT_NEAR(two_sprt(0).time_quantile(0.95), 13.2, 0.13);
    EXPECT_NEAR(two_sprt(0).time_quantile(0.99), 14.7, 0.15);
    EXPECT_NEAR(two_sprt(-0.5).upper_first(), 0.0494, 0.001);
    EXPECT_NEAR(two_sprt(0).upper_first(), 0.5, 1e-12);
    EXPECT_NEAR(two_sprt(0.5).upper_first(), 1 - two_sprt(-0.5).upper_first(), 1e-12);
    EXPECT_EQ(two_sprt(0).undecided(8 * std::log(1 / 0.1)), 0); // the bounds meet there
}

/// The formulas of the SPRT are known.
TEST(Triangle, nearly_parallel_bounds_give_the_sprt) {
    for (const double drift : {-3.0, -0.5, 0.0, 0.2}) {
        const Brownian motion{.drift = drift, .variance = 2, .lower = -2, .upper = 3};
        const TriangleExit exit({.motion = motion, .closing = 0.001});
        EXPECT_NEAR(exit.upper_first(), upper_first(motion), 0.002);
        EXPECT_NEAR(exit.expected_time() / expected_time(motion), 1, 0.005);
        for (const double share : {0.05, 0.5, 0.95}) {
            EXPECT_NEAR(exit.time_quantile(share) / time_quantile(motion, share), 1, 0.01) << drift;
        }
    }
}

TEST(Triangle, time_quantile_inverts_undecided) {
    const TriangleExit exit = two_sprt(0.3);
    for (const double share : {0.01, 0.5, 0.95, 0.999}) {
        EXPECT_NEAR(exit.undecided(exit.time_quantile(share)), 1 - share, 1e-9);
    }
    EXPECT_EQ(exit.undecided(0), 1);
}

TEST(Triangle, strong_drift_exits_where_a_straight_line_does) {
    for (const double drift : {10.0, 1e3, 1e6}) {
        const TriangleExit exit = two_sprt(drift);
        EXPECT_NEAR(exit.expected_time() * (drift + 0.25) / (2 * std::log(1 / 0.1)), 1, 0.01) << drift;
        EXPECT_NEAR(exit.upper_first(), 1, 1e-9) << drift;
    }
    // Almost no variance and no drift: the exit is where the nearer bound arrives at 0.
    const TriangleExit still(
        {.motion = {.drift = 0, .variance = 1e-8, .lower = -1, .upper = 3}, .closing = 0.25});
    EXPECT_NEAR(still.expected_time(), 4, 0.01);
    EXPECT_NEAR(still.upper_first(), 0, 1e-9);
}

} // namespace
} // namespace sprt
