#include "referee/timing/stall_watch.hpp"
#include "tests/referee/timing/meter_scene.hpp"
#include "tests/support/temporary_dir.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <optional>

namespace referee {
namespace {

using namespace std::chrono_literals;
using testing_support::TemporaryDir;

TEST(Throttling, is_read_from_all_groups_with_a_quota) {
    const std::string v1 = "32 31 0:29 / /g rw - cgroup cgroup rw,cpu\n";
    const std::string v2 = "32 31 0:29 / /g rw - cgroup2 cgroup rw\n";
    struct Row {
        std::string mounts;
        const char* group;
        std::vector<std::pair<const char*, const char*>> files;
        std::chrono::nanoseconds expected;
    };
    for (const Row& row : {
             Row{"", "0::/", {}, 0ms},
             Row{v2,
                 "0::/",
                 {{"cpu.max", "max 100000"}, {"cpu.stat", "nr_throttled 3\nthrottled_usec 5000"}},
                 0ms},
             Row{v2,
                 "0::/a",
                 {{"a/cpu.max", "5000 100000"},
                  {"a/cpu.stat", "usage_usec 9\nnr_periods 9\nnr_throttled 3\nthrottled_usec 5000\n"},
                  {"cpu.max", "50000 100000"},
                  {"cpu.stat", "nr_throttled 3\nthrottled_usec 2000"}},
                 7ms},
             Row{v1,
                 "1:cpu:/a",
                 {{"cpu.cfs_quota_us", "-1"},
                  {"a/cpu.cfs_quota_us", "5000"},
                  {"a/cpu.cfs_period_us", "100000"},
                  {"a/cpu.stat", "nr_periods 9\nnr_throttled 3\nthrottled_time 5000001\n"}},
                 5'000'001ns},
             // the quota of a group that a container does not see
             Row{v2, "0::/", {{"cpu.stat.local", "throttled_usec 4000"}}, 4ms},
             Row{v2, "0::/", {{"cpu.max", "5000 100000"}, {"cpu.stat", "nonsense"}}, 0ms},
         }) {
        const TemporaryDir root;
        root.file("proc/self/mountinfo", row.mounts);
        root.file("proc/self/cgroup", std::string(row.group) + "\n");
        for (const auto& [name, content] : row.files) {
            root.file(std::string("g/") + name, content);
        }
        EXPECT_EQ(Throttling(root.path()).total(), row.expected)
            << row.group << testing::PrintToString(row.files);
    }
}

} // namespace

namespace {

using namespace std::chrono_literals;
using std::chrono::nanoseconds;

/// Tells what a test sets.
struct FakeStallMeter final : StallMeter {
    std::optional<nanoseconds> ran_or_waited = 0ns;
    Suspended was_suspended{0ns, 0ns};
    Orphans::Continued was_continued{};

    [[nodiscard]] std::optional<nanoseconds> accounted() override { return ran_or_waited; }
    [[nodiscard]] Suspended suspended() override { return was_suspended; }
    [[nodiscard]] Orphans::Continued continued() override { return was_continued; }
};

constexpr SteadyTime::time_point kDue{1000s};
constexpr SteadyTime::time_point kLater = SteadyTime::time_point::max();

class StallWatchTest : public testing::Test {
  protected:
    StallWatchTest() { static_cast<void>(watch_.game_begins(kDue - 1s)); }

    FakeStallMeter meter_;
    StallWatch watch_{meter_};
};

TEST_F(StallWatchTest, late_wake_is_a_standstill_unless_the_thread_ran_or_waited_for_a_core) {
    struct Row {
        nanoseconds late;
        std::optional<nanoseconds> accounted; ///< run and waited since the last beat
        nanoseconds still;                    ///< not charged
        bool is_long;
    };
    for (const Row& row : {
             Row{-5s, 0ns, 0ns, false},         // the answer came before
             Row{0ns, 0ns, 0ns, false},         //
             Row{49ms, 0ns, 0ns, false},        // not looked for
             Row{50ms, 0ns, 50ms, false},       //
             Row{50ms, 1ms, 0ns, false},        //
             Row{299ms, 0ns, 299ms, false},     // a noisy machine does that
             Row{300ms, 0ns, 300ms, true},      //
             Row{2s, 1ms, 1'999ms, true},       //
             Row{2s, 1'701ms, 299ms, false},    // it waited for a core
             Row{2s, 1'700ms, 300ms, true},     // but not long enough
             Row{5s, 5s, 0ns, false},           //
             Row{5s, 9s, 0ns, false},           //
             Row{2s, std::nullopt, 0ns, false}, // the kernel does not tell: nobody is accused
         }) {
        meter_.ran_or_waited = 0ns;
        static_cast<void>(watch_.game_begins(kDue - 1s));
        meter_.ran_or_waited = row.accounted;
        EXPECT_EQ(watch_.woke(kDue, kDue + row.late), row.still) << row.late.count();
        EXPECT_EQ(watch_.has_stood_still(), row.still > 0ns);
        const Standstill seen = watch_.standstill();
        EXPECT_EQ(seen.referee, row.still > 0ns);
        EXPECT_EQ(seen.referee_long, row.is_long);
        EXPECT_FALSE(watch_.has_stood_still()) << "it was told";
        EXPECT_FALSE(watch_.was_suspended());
    }
}

TEST(HappenedAt, own_delay_makes_nothing_later) {
    EXPECT_EQ(happened_at(kDue, kDue + 5s, 10s, 10s), kDue + 5s);
    EXPECT_EQ(happened_at(kDue, kDue + 5s, 10s, 12s), kDue + 3s);
    EXPECT_EQ(happened_at(kDue, kDue + 5s, 10s, 19s), kDue) << "never before the wait began";
    EXPECT_EQ(happened_at(kDue, kDue + 5s, std::nullopt, 12s), kDue + 5s);
    EXPECT_EQ(happened_at(kDue, kDue + 5s, 10s, std::nullopt), kDue + 5s);
}

TEST_F(StallWatchTest, standstill_is_not_forgotten_when_later_waits_end_in_time) {
    EXPECT_EQ(watch_.woke(kDue, kDue + 2s), 2s);
    watch_.beat(kDue + 2s);
    EXPECT_EQ(watch_.woke(kDue + 3s, kDue + 3s), 0s);
    EXPECT_TRUE(watch_.standstill().referee_long);
    EXPECT_TRUE(watch_.standstill().referee_long) << "in the whole game";
    EXPECT_FALSE(watch_.game_begins(kDue + 4s));
    EXPECT_FALSE(watch_.standstill().referee) << "of an earlier game";
}

TEST_F(StallWatchTest, only_what_the_thread_did_since_the_last_beat_explains_a_late_wake) {
    meter_.ran_or_waited = 10s;
    watch_.beat(kDue);
    EXPECT_EQ(watch_.woke(kDue, kDue + 1s), 1s);
    meter_.ran_or_waited = 20s;
    EXPECT_EQ(watch_.woke(kDue + 2s, kDue + 3s), 0s);
}

TEST_F(StallWatchTest, what_the_thread_did_before_a_wait_explains_little) {
    watch_.beat(kDue);
    meter_.ran_or_waited = 10s;
    watch_.wait_begins(kDue + StallWatch::kOldest - 1ns); // no system call for each of many short waits
    EXPECT_EQ(watch_.woke(kDue + 1s, kDue + 2s), 0s);
    meter_.ran_or_waited = 20s;
    watch_.wait_begins(kDue + 2s + StallWatch::kOldest);
    EXPECT_EQ(watch_.woke(kDue + 3s, kDue + 4s), 1s);
}

TEST_F(StallWatchTest, standstill_that_a_signal_ended_is_charged) {
    using Continued = Standstill::Continued;
    struct Row {
        Orphans::Continued signal;
        Continued continued;
        nanoseconds still;
    };
    const SteadyTime::time_point before{1s}; // no game of this test has begun
    for (const Row& row : {
             Row{{}, Continued::No, 2s}, Row{{before, before}, Continued::No, 2s},
             Row{{{}, kLater}, Continued::ByOthers, 0s}, Row{{kLater, {}}, Continued::ByOurs, 0s},
             Row{{kLater, kLater}, Continued::ByOurs, 0s}, // it may have been the agent
         }) {
        meter_.was_continued = {};
        static_cast<void>(watch_.game_begins(kDue));
        meter_.was_continued = row.signal;
        EXPECT_EQ(watch_.woke(kDue, kDue + 2s), row.still);
        EXPECT_EQ(watch_.standstill().continued, row.continued);
        EXPECT_TRUE(watch_.standstill().referee_long);
    }
}

TEST_F(StallWatchTest, wait_that_had_no_end_is_never_late) {
    EXPECT_EQ(watch_.woke(SteadyTime::time_point::max(), kDue), 0s);
    EXPECT_FALSE(watch_.has_stood_still());
}

TEST(StallWatch, machine_was_suspended_when_even_the_closest_readings_of_its_clocks_say_so) {
    FakeStallMeter meter;
    StallWatch watch(meter);
    meter.was_suspended = {100ms, 160ms}; // this thread had no core between the readings
    static_cast<void>(watch.game_begins(kDue));
    EXPECT_FALSE(watch.was_suspended());
    meter.was_suspended = {150ms, 150ms};
    EXPECT_FALSE(watch.was_suspended());
    meter.was_suspended = {169ms, 900ms};
    EXPECT_FALSE(watch.was_suspended());
    meter.was_suspended = {170ms, 170ms};
    EXPECT_TRUE(watch.was_suspended());
}

// A virtual machine may lose its core for a while, which no reading shows: one attempt of many without that
// is enough.
TEST(StallWatch, thread_that_works_is_accounted_for) {
    Orphans orphans;
    ThreadStallMeter meter(orphans);
    if (!meter.accounted()) {
        GTEST_SKIP() << "this kernel does not tell";
    }
    EXPECT_TRUE(comes_true([&] {
        const auto before = meter.accounted();
        const auto begin = SteadyTime::now();
        while (SteadyTime::now() - begin < 30ms) {
        }
        return *meter.accounted() - *before >= 20ms;
    }));
    EXPECT_LE(meter.suspended().least, meter.suspended().most);
}

} // namespace
} // namespace referee
