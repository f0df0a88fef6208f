#include "sprt/report/numbers.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

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

namespace {

TEST(TimeText, durations_have_at_most_two_units) {
    constexpr double kHour = 3600;
    constexpr double kDay = 24 * kHour;
    const std::pair<double, const char*> cases[] = {
        {-5, "0 s"},
        {0, "0 s"},
        {0.4, "0 s"},
        {59.4, "59 s"},
        {59.6, "1 min"},
        {89, "1 min"},
        {91, "2 min"},
        {3569, "59 min"},
        {3590, "1 h"},
        {kHour + 20 * 60 + 10, "1 h 20 min"},
        {2 * kHour - 10, "2 h"},
        {kDay - 10, "1 d"},
        {kDay + 4 * kHour, "1 d 4 h"},
        {1000 * kDay, "1000 d"},
        {1001 * kDay, "over 1000 d"},
        {INFINITY, "over 1000 d"},
        {NAN, "undefined"},
    };
    for (const auto& [seconds, text] : cases) {
        EXPECT_EQ(duration_text(seconds), text) << seconds;
    }
}

TEST(TimeText, a_range_whose_ends_have_the_same_text_is_one_duration) {
    EXPECT_EQ(duration_range_text({240, 4800}), "4 min to 1 h 20 min");
    EXPECT_EQ(duration_range_text({239, 241}), "4 min");
}

TEST(TimeText, rates_have_the_shortest_unit_of_time_that_gives_at_least_one_game) {
    EXPECT_EQ(rate_text(1234, 10), "123 games/s");
    EXPECT_EQ(rate_text(52, 10), "5.2 games/s");
    EXPECT_EQ(rate_text(9, 10), "54.0 games/min");
    EXPECT_EQ(rate_text(1, 120), "30.0 games/h");
    EXPECT_EQ(rate_text(1, 7200), "0.5 games/h");
    EXPECT_EQ(rate_text(0, 10), "undefined");
    EXPECT_EQ(rate_text(1, 0), "undefined");
}

} // namespace
} // namespace sprt
