// A turn that the clock cuts off, and what is known of it after the end of the agent.
#include "tests/referee/timing/turn_watch_scene.hpp"

namespace referee {
namespace {

using namespace std::chrono_literals;

TEST_F(TurnWatchTest, last_wait_is_known_after_the_end) {
    looked_at();
    first_.uses(10ms, 5ms);
    first_.runnable = true;
    const TurnLoad known = watch_.cut_off(kStart + 100ms);
    EXPECT_EQ(known, (TurnLoad{.watched = 100ms, .cpu = 10ms, .delay = 5ms}));
    EXPECT_TRUE(watch_.needs_its_end());
    first_.uses(1ms, 70ms); // it gets a core once more, to die
    second_.uses(50ms);
    EXPECT_EQ(watch_.after_its_end(kStart + 130ms), (TurnLoad{.watched = 100ms, .cpu = 10ms, .delay = 45ms}))
        << "the last 30 ms of its wait came after the clock had stopped";
}

TEST_F(TurnWatchTest, wait_after_the_cut_off_is_not_counted) {
    looked_at();
    first_.uses(10ms, 5ms);
    first_.runnable = true;
    static_cast<void>(watch_.cut_off(kStart + 100ms));
    first_.uses(0ms, 2s); // it took that long to die
    EXPECT_EQ(watch_.after_its_end(kStart + 2100ms).delay, 5ms);
}

TEST_F(TurnWatchTest, what_a_quota_took_is_known_after_the_end) {
    looked_at();
    first_.uses(10ms, 5ms);
    first_.runnable = true;
    static_cast<void>(watch_.cut_off(kStart + 100ms));
    first_.reading->throttled += 90ms;
    EXPECT_EQ(watch_.after_its_end(kStart + 130ms).delay, 60ms);
}

TEST_F(TurnWatchTest, what_a_quota_took_of_a_turn_that_was_over_before_a_look_is_known) {
    watch_.turn_begins(first_);
    first_.reading->throttled += 40ms;
    const TurnLoad load = watch_.cut_off(SteadyTime::now() + 1min);
    EXPECT_GE(load.delay, 1min - TurnWatch::kFirstLook) << "the referee had no core for a look";
    EXPECT_EQ(load.throttled, 40ms);
    EXPECT_GE(load.watched, 1min);
    EXPECT_FALSE(watch_.needs_its_end());
    watch_.turn_begins(second_);
    EXPECT_LE(watch_.cut_off(SteadyTime::now()).delay, 1s) << "no more than the turn lasted";
}

TEST_F(TurnWatchTest, nice_agent_is_granted_no_delay) {
    looked_at();
    first_.uses(10ms, 50ms);
    first_.family.gives_way = true;
    EXPECT_EQ(watch_.load(kStart + 100ms).delay, 0ms);
}

TEST_F(TurnWatchTest, agent_with_too_many_processes_is_granted_no_delay) {
    looked_at();
    first_.uses(10ms, 50ms);
    first_.family = {.any = true, .is_whole = false};
    EXPECT_EQ(watch_.load(kStart + 100ms).delay, 0ms);
}

TEST_F(TurnWatchTest, unknown_processes_count_for_the_mover_and_not_for_the_rival) {
    looked_at();
    first_.uses(10ms, 80ms);
    first_.family = {.unknown_cpu = 70ms, .any = true};
    second_.family = {.unknown_cpu = 70ms, .any = true};
    const TurnLoad load = watch_.load(kStart + 100ms);
    EXPECT_EQ(load.cpu, 80ms);
    EXPECT_EQ(load.delay, 20ms);
    EXPECT_EQ(load.rival_cpu, 0ms);
}

TEST_F(TurnWatchTest, cut_off_turn_reports_other_threads) {
    looked_at();
    first_.threads = true;
    EXPECT_TRUE(watch_.cut_off(kStart + 100ms).has_threads);
}

TEST_F(TurnWatchTest, sleeping_mover_needs_no_end) {
    looked_at();
    first_.uses(10ms, 5ms);
    const TurnLoad known = watch_.cut_off(kStart + 100ms);
    EXPECT_FALSE(watch_.needs_its_end());
    first_.uses(0ms, 70ms);
    EXPECT_EQ(watch_.after_its_end(kStart + 100ms), known);
}

TEST_F(TurnWatchTest, last_wait_of_another_thread_is_not_known_after_the_end) {
    looked_at();
    first_.runnable = true;
    first_.other_is_runnable = true;
    static_cast<void>(watch_.cut_off(kStart + 100ms));
    EXPECT_FALSE(watch_.needs_its_end());
}

TEST_F(TurnWatchTest, mover_that_cannot_be_read_keeps_the_known_load) {
    looked_at();
    first_.uses(10ms, 5ms);
    first_.runnable = true;
    const TurnLoad known = watch_.cut_off(kStart + 100ms);
    first_.reading.reset();
    EXPECT_EQ(watch_.after_its_end(kStart + 100ms), known);
}

TEST_F(TurnWatchTest, unwatched_turn_needs_no_end) {
    watch_.turn_begins(first_);
    first_.runnable = true;
    const auto now = SteadyTime::now() - 1s; // before a look was due
    EXPECT_EQ(watch_.cut_off(now), TurnLoad{});
    EXPECT_FALSE(watch_.needs_its_end());
    first_.uses(1ms, 50ms);
    EXPECT_EQ(watch_.after_its_end(now + 100ms), TurnLoad{});
}

TEST_F(TurnWatchTest, uncounted_children_remove_the_last_delay) {
    last_turn_took(5ms);
    watch_.turn_begins(first_);
    first_.family = {.cpu = 20ms, .any = true};
    first_.runnable = true;
    first_.uses(2ms, 4ms);
    EXPECT_EQ(watch_.cut_off(SteadyTime::now() + 1min).delay, 0ms);
    first_.uses(0ms, 5s);
    EXPECT_EQ(watch_.after_its_end(kStart + 100ms).delay, 0ms);
}

TEST_F(TurnWatchTest, next_game_is_not_cut_off) {
    looked_at();
    first_.runnable = true;
    static_cast<void>(watch_.cut_off(kStart + 1s));
    watch_.game_begins();
    EXPECT_FALSE(watch_.needs_its_end());
}

} // namespace
} // namespace referee
