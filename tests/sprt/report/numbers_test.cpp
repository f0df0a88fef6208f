#include "sprt/report/numbers.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace sprt {
namespace {

TEST(Numbers, text_has_fixed_decimals_and_words_for_what_is_no_number) {
    EXPECT_EQ(number_text(1.25, 1), "1.2");
    EXPECT_EQ(number_text(-0.04, 1), "0.0");
    EXPECT_EQ(number_text(-0.06, 1), "-0.1");
    EXPECT_EQ(number_text(-10, 0), "-10");
    EXPECT_EQ(number_text({}, 1), "undefined");
    EXPECT_EQ(number_text(NAN, 1), "undefined");
    EXPECT_EQ(number_text(INFINITY, 1), "+inf");
    EXPECT_EQ(interval_text({}, 1), "undefined");
    EXPECT_EQ(interval_text(Interval{-INFINITY, 2}, 1), "[-inf, 2.0]");
    EXPECT_EQ(interval_text(Interval{-6e-7, 6e-7}, 1), "[-0.000001, 0.000001]");
    EXPECT_EQ(interval_text(Interval{1.01, 1.04}, 1), "[1.01, 1.04]");
    EXPECT_EQ(interval_text(Interval{2, 2}, 1), "[2.0, 2.0]");
    EXPECT_EQ(percent_text(0.125, 1), "12.5 %");
    EXPECT_EQ(percent_text({}, 1), "undefined");
    EXPECT_EQ(games_text(12.1), "13");
    EXPECT_EQ(games_text(0.0), "0");
    EXPECT_EQ(games_text({}), "undefined");
}

} // namespace
} // namespace sprt
