#include "sprt/stats/interval.hpp"

#include <gtest/gtest.h>

namespace sprt {
namespace {

/// Source: computed by hand from Wilson's formula; 81 of 263 is an example in Newcombe, "Two-sided confidence
/// intervals for the single proportion", 1998, table I.
TEST(Proportion, interval_is_that_of_wilson) {
    struct Case {
        Proportion proportion;
        double lower;
        double upper;
    };
    for (const Case& c : {Case{{81, 263}, 0.2553, 0.3662}, Case{{15, 148}, 0.0624, 0.1605},
                          Case{{0, 20}, 0, 0.1611}, Case{{1, 29}, 0.0061, 0.1718}}) {
        EXPECT_NEAR(c.proportion.ci95().lower, c.lower, 5e-5);
        EXPECT_NEAR(c.proportion.ci95().upper, c.upper, 5e-5);
        const Proportion rest{c.proportion.total - c.proportion.count, c.proportion.total};
        EXPECT_NEAR(rest.ci95().lower, 1 - c.upper, 5e-5);
        EXPECT_NEAR(rest.ci95().upper, 1 - c.lower, 5e-5);
    }
}

TEST(Proportion, interval_stays_within_0_and_1) {
    EXPECT_EQ((Proportion{0, 5}.ci95().lower), 0);
    EXPECT_EQ((Proportion{5, 5}.ci95().upper), 1);
    EXPECT_EQ((Proportion{5, 5}.share()), 1);
}

} // namespace

} // namespace sprt
