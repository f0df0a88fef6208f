// Time that may be a wait for a core which has not ended.
#include "tests/referee/timing/turn_watch_scene.hpp"

namespace referee {
namespace {

using namespace std::chrono_literals;
using std::chrono::nanoseconds;

TEST_F(TurnWatchTest, runnable_mover_may_be_waiting) {
    looked_at();
    first_.uses(10ms, 5ms);
    EXPECT_EQ(watch_.so_far(kStart + 100ms).uncounted, 0ns) << "it sleeps";
    EXPECT_EQ(watch_.so_far(kStart + 100ms).load, watch_.load(kStart + 100ms));
    first_.runnable = true;
    EXPECT_EQ(watch_.so_far(kStart + 100ms).uncounted, 85ms) << "all time that is neither work nor delay";
    EXPECT_EQ(watch_.so_far(kStart + 110ms).uncounted, 95ms) << "it has not run since";
    first_.uses(1ms, 60ms);
    EXPECT_EQ(watch_.so_far(kStart + 115ms).uncounted, 5ms) << "it has run since the previous call";
    EXPECT_EQ(watch_.so_far(kStart + 120ms).uncounted, 10ms) << "it has not run since";
    first_.uses(5ms);
    EXPECT_EQ(watch_.so_far(kStart + 125ms).uncounted, 5ms);
    first_.reading.reset();
    EXPECT_EQ(watch_.so_far(kStart + 130ms).uncounted, 0ns) << "it is gone";
}

TEST_F(TurnWatchTest, any_thread_may_be_waiting) {
    looked_at();
    first_.runnable = true;
    first_.other_is_runnable = true;
    first_.uses(10ms, 5ms);
    EXPECT_EQ(watch_.so_far(kStart + 100ms).uncounted, 85ms);
}

TEST_F(TurnWatchTest, uncounted_wait_is_at_most_the_time_without_running) {
    looked_at();
    first_.runnable = true;
    first_.uses(60ms, 40ms);
    EXPECT_EQ(watch_.so_far(kStart + 100ms).uncounted, 0ns);
    EXPECT_EQ(watch_.so_far(kStart + 107ms).uncounted, 7ms);
}

TEST_F(TurnWatchTest, own_threads_and_children_are_no_wait) {
    first_.family = {.cpu = 1s, .any = true};
    looked_at();
    first_.runnable = true;
    first_.uses(30ms);
    first_.family.cpu += 70ms;
    EXPECT_EQ(watch_.so_far(kStart + 100ms).uncounted, 0ns);
}

TEST_F(TurnWatchTest, each_turn_begins_without_a_wait) {
    looked_at();
    first_.runnable = true;
    static_cast<void>(watch_.so_far(kStart + 1s));
    first_.uses(1s);
    static_cast<void>(watch_.turn_ends(kStart + 1s, 1ms - 1ns));
    looked_at();
    first_.uses(1ms);
    EXPECT_EQ(watch_.so_far(kStart + 100ms).uncounted, 99ms);
}

TEST_F(TurnWatchTest, unwatched_turn_has_no_known_wait) {
    watch_.turn_begins(first_);
    first_.runnable = true;
    EXPECT_EQ(watch_.so_far(kStart).uncounted, 0ns);
}

/// The mover may run between any two readings.
class RestlessMeter final : public Meter {
  public:
    std::optional<Reading> begin(bool /*is_listed*/) override { return read(); }
    std::optional<Reading> read() override { return Reading{delay, used}; }
    nanoseconds throttled() override { return nanoseconds(0); }
    std::optional<nanoseconds> cpu() override { return used; }
    Kin kin() override { return {}; }
    bool has_threads() override { return false; }
    bool starts_threads() const noexcept override { return false; }
    bool is_first_runnable() override { return is_runnable(); }
    bool is_runnable() override {
        const bool was_waiting = delay == 0ns;
        delay = 80ms; // and now it runs, answers and sleeps
        used = 10ms;
        return was_waiting;
    }

    nanoseconds delay{0};
    nanoseconds used{0};
};

TEST(TurnWatch, state_is_read_before_the_delay) {
    RestlessMeter mover;
    FakeMeter rival;
    TurnWatch watch(mover, rival);
    constexpr SteadyTime::time_point kStart{100h};
    watch.game_begins();
    watch.turn_begins(mover);
    watch.look(kStart);
    const auto [load, uncounted] = watch.so_far(kStart + 90ms);
    EXPECT_EQ(load.delay, 80ms) << "read after its state";
    EXPECT_EQ(uncounted, 0ns);
}

} // namespace
} // namespace referee
