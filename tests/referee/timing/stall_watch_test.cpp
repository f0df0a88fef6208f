#include "referee/timing/stall_watch.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <optional>

namespace referee {
namespace {

using namespace std::chrono_literals;
using std::chrono::nanoseconds;

/// Tells what a test sets.
struct FakeStallMeter final : StallMeter {
    std::optional<nanoseconds> ran_or_waited = 0ns;
    Suspended was_suspended{0ns, 0ns};

    [[nodiscard]] std::optional<nanoseconds> accounted() override { return ran_or_waited; }
    [[nodiscard]] Suspended suspended() override { return was_suspended; }
};

constexpr SteadyTime::time_point kDue{1000s};

TEST(StallWatch, late_end_of_a_wait_is_a_stop_unless_the_thread_ran_or_waited_for_a_core) {
    struct Row {
        nanoseconds late;
        std::optional<nanoseconds> accounted; ///< run and waited since the last beat
        bool is_stop;
    };
    for (const Row& row : {
             Row{-5s, 0ns, false},         // the answer came before
             Row{0ns, 0ns, false},         //
             Row{299ms, 0ns, false},       // a noisy machine does that
             Row{300ms, 0ns, true},        //
             Row{2s, 1ms, true},           //
             Row{2s, 1'701ms, false},      // it waited for a core
             Row{2s, 1'700ms, true},       // but not long enough
             Row{5s, 5s, false},           //
             Row{5s, 9s, false},           //
             Row{2s, std::nullopt, false}, // the kernel does not tell: nobody is accused
         }) {
        FakeStallMeter meter;
        StallWatch watch(meter);
        watch.game_begins();
        meter.ran_or_waited = row.accounted;
        watch.wait_ended(kDue, kDue + row.late);
        EXPECT_EQ(watch.was_stopped(), row.is_stop) << row.late.count();
        EXPECT_FALSE(watch.was_suspended());
    }
}

TEST(StallWatch, only_what_the_thread_did_since_the_last_beat_explains_a_late_end) {
    FakeStallMeter meter;
    StallWatch watch(meter);
    watch.game_begins();
    meter.ran_or_waited = 10s;
    watch.beat();
    watch.wait_ended(kDue, kDue + 1s);
    EXPECT_TRUE(watch.was_stopped());
    watch.game_begins();
    EXPECT_FALSE(watch.was_stopped()) << "of an earlier game";
}

TEST(StallWatch, wait_that_had_no_end_is_never_late) {
    FakeStallMeter meter;
    StallWatch watch(meter);
    watch.game_begins();
    watch.wait_ended(SteadyTime::time_point::max(), kDue);
    EXPECT_FALSE(watch.was_stopped());
}

TEST(StallWatch, machine_was_suspended_when_even_the_closest_readings_of_its_clocks_say_so) {
    FakeStallMeter meter;
    StallWatch watch(meter);
    meter.was_suspended = {100ms, 160ms}; // this thread had no core between the readings
    watch.game_begins();
    EXPECT_FALSE(watch.was_suspended());
    meter.was_suspended = {150ms, 150ms};
    EXPECT_FALSE(watch.was_suspended());
    meter.was_suspended = {169ms, 900ms};
    EXPECT_FALSE(watch.was_suspended());
    meter.was_suspended = {170ms, 170ms};
    EXPECT_TRUE(watch.was_suspended());
}

TEST(StallWatch, thread_that_works_is_accounted_for) {
    ThreadStallMeter meter;
    const auto before = meter.accounted();
    if (!before) {
        GTEST_SKIP() << "this kernel does not tell";
    }
    const auto begin = SteadyTime::now();
    while (SteadyTime::now() - begin < 30ms) {
    }
    EXPECT_GE(*meter.accounted() - *before, 20ms);
    EXPECT_LE(meter.suspended().least, meter.suspended().most);
}

} // namespace
} // namespace referee
