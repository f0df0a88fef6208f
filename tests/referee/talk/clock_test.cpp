#include "referee/talk/clock.hpp"

#include <gtest/gtest.h>

namespace referee {
namespace {

using namespace std::chrono_literals;
using std::chrono::milliseconds;
using std::chrono::nanoseconds;

TEST(ShownMs, rounds_down) {
    struct Row {
        nanoseconds time;
        long long expected;
    };
    for (const Row& row : {Row{0ns, 0}, Row{1ns, 0}, Row{999'999ns, 0}, Row{1ms, 1}, Row{1'999'999ns, 1},
                           Row{9'999'999'999ns, 9999}, Row{10s, 10'000}, Row{-1ns, -1}, Row{-1ms, -1}}) {
        EXPECT_EQ(shown_ms(row.time).count(), row.expected) << row.time.count();
    }
}

TEST(Clock, sum_is_exact_to_the_nanosecond) {
    Clock clock(10ms);
    for (int i = 0; i < 3; ++i) {
        clock.charge(400'001ns);
    }
    EXPECT_EQ(clock.used(), 1'200'003ns);
    EXPECT_EQ(clock.remaining(), 8'799'997ns);
    EXPECT_EQ(shown_ms(clock.used()), 1ms);
    EXPECT_EQ(shown_ms(clock.remaining()), 8ms);
}

TEST(Clock, overrun_starts_one_nanosecond_after_the_budget) {
    Clock clock(10s);
    EXPECT_FALSE(clock.is_overrun());
    clock.charge(10s - 1ns);
    EXPECT_FALSE(clock.is_overrun());
    clock.charge(1ns);
    EXPECT_FALSE(clock.is_overrun());
    EXPECT_EQ(clock.remaining(), 0ns);
    clock.charge(1ns);
    EXPECT_TRUE(clock.is_overrun());
    EXPECT_EQ(clock.remaining(), -1ns);
}

static_assert(SteadyTime::is_steady);

} // namespace
} // namespace referee
