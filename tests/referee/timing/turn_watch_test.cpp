#include "tests/referee/timing/turn_watch_scene.hpp"

namespace referee {
namespace {

using namespace std::chrono_literals;
using std::chrono::nanoseconds;

// ---- When it is watched

TEST_F(TurnWatchTest, fast_agent_is_never_read) {
    for (int turn = 0; turn < 10; ++turn) {
        watch_.turn_begins(turn % 2 == 0 ? first_ : second_);
        EXPECT_EQ(watch_.turn_ends(SteadyTime::now(), 1ms - 1ns), TurnLoad{});
    }
    EXPECT_EQ(first_.asked + first_.asked_kin + second_.asked + second_.asked_kin, 0);
}

TEST_F(TurnWatchTest, turn_after_a_slow_one_is_watched_from_its_start) {
    last_turn_took(1ms);
    watch_.turn_begins(first_);
    EXPECT_EQ(first_.asked, 1);
    EXPECT_EQ(second_.asked, 1);
    EXPECT_EQ(first_.asked_kin + second_.asked_kin, 0) << "reading kin is expensive, and none were seen";
    first_.uses(30ms, 20ms);
    second_.uses(10ms);
    const TurnLoad load = watch_.turn_ends(SteadyTime::now() + 1min, 1min);
    EXPECT_GE(load.watched, 1min);
    EXPECT_EQ(load.cpu, 30ms);
    EXPECT_EQ(load.delay, 20ms);
    EXPECT_EQ(load.rival_cpu, 10ms);
}

TEST_F(TurnWatchTest, turn_of_agents_that_are_known_to_have_no_kin_needs_no_look) {
    watch_.turn_begins(first_);
    EXPECT_TRUE(watch_.must_look()) << "it is not watched from its start";
    static_cast<void>(watch_.turn_ends(SteadyTime::now(), 2ms));
    first_.known = Meter::Kin{};
    watch_.turn_begins(first_);
    EXPECT_TRUE(watch_.must_look()) << "the rival may have kin";
    static_cast<void>(watch_.turn_ends(SteadyTime::now(), 2ms));
    second_.known = Meter::Kin{};
    watch_.turn_begins(first_);
    EXPECT_FALSE(watch_.must_look());
    EXPECT_EQ(first_.asked_kin + second_.asked_kin, 0);
    first_.family = {.cpu = 30ms, .any = true}; // started in this turn
    first_.uses(20ms, 10ms);
    const TurnLoad load = watch_.turn_ends(SteadyTime::now() + 1min, 1min);
    EXPECT_EQ(load.cpu, 50ms);
    EXPECT_EQ(load.delay, 10ms);
}

TEST_F(TurnWatchTest, each_agent_is_watched_by_its_own_previous_turn) {
    last_turn_took(1min);
    watch_.turn_begins(second_);
    EXPECT_EQ(first_.asked + second_.asked, 0) << "the second has made no slow turn";
    static_cast<void>(watch_.turn_ends(SteadyTime::now(), 1us));
    watch_.turn_begins(first_);
    EXPECT_EQ(first_.asked, 1);
    static_cast<void>(watch_.turn_ends(SteadyTime::now(), 1us));
    const int before = first_.asked;
    watch_.turn_begins(first_);
    EXPECT_EQ(first_.asked, before) << "it is fast again";
}

TEST_F(TurnWatchTest, new_game_forgets_the_previous_one) {
    last_turn_took(1min);
    first_.family = {.cpu = 1s, .any = true};
    looked_at();
    static_cast<void>(watch_.turn_ends(kStart + 1s, 1s));
    watch_.game_begins();
    const int before = first_.asked + first_.asked_kin;
    watch_.turn_begins(first_);
    EXPECT_EQ(first_.asked + first_.asked_kin, before);
    EXPECT_EQ(watch_.turn_ends(kStart, 1us), TurnLoad{});
    last_turn_took(1min); // slow again, but no children are known
    const int kin_before = first_.asked_kin;
    watch_.turn_begins(first_);
    EXPECT_EQ(first_.asked_kin, kin_before);
}

TEST_F(TurnWatchTest, slow_turn_after_a_fast_one_is_watched_from_the_look) {
    watch_.turn_begins(first_);
    first_.uses(9ms, 1ms); // before the look: not counted
    second_.uses(8ms);
    EXPECT_EQ(watch_.load(kStart), TurnLoad{});
    watch_.look(kStart);
    first_.uses(30ms, 20ms);
    second_.uses(5ms);
    const TurnLoad expected{.watched = 50ms, .cpu = 30ms, .delay = 20ms, .rival_cpu = 5ms};
    EXPECT_EQ(watch_.load(kStart + 50ms), expected);
    EXPECT_EQ(watch_.turn_ends(kStart + 50ms, 60ms), expected);
}

TEST_F(TurnWatchTest, list_of_threads_that_a_look_reads_is_not_read_again) {
    looked_at();
    EXPECT_TRUE(first_.began_listed);
    static_cast<void>(watch_.turn_ends(kStart + 20ms, 20ms));
    watch_.turn_begins(first_);
    EXPECT_FALSE(first_.began_listed) << "threads may have come since the previous turn";
}

TEST_F(TurnWatchTest, mover_that_starts_threads_is_looked_at_again) {
    looked_at();
    EXPECT_FALSE(watch_.must_look_again());
    first_.threads = true;
    EXPECT_TRUE(watch_.must_look_again());
    const int before = first_.asked;
    const int kin_before = first_.asked_kin;
    watch_.look(kStart + 10ms);
    EXPECT_EQ(first_.asked, before + 1) << "its threads are read before they end";
    EXPECT_EQ(first_.asked_kin, kin_before);
    first_.uses(30ms, 20ms);
    EXPECT_EQ(watch_.turn_ends(kStart + 50ms, 60ms), (TurnLoad{.watched = 50ms, .cpu = 30ms, .delay = 20ms}));
    watch_.turn_begins(second_);
    EXPECT_FALSE(watch_.must_look_again()) << "the rival does not start threads";
}

TEST_F(TurnWatchTest, threads_that_stay_the_same_are_not_read) {
    first_.threads = true;
    first_.may_have_threads = false;
    last_turn_took(2ms);
    watch_.turn_begins(first_);
    const int before = first_.asked;
    watch_.look(kStart + 10ms);
    EXPECT_EQ(first_.asked, before) << "none was started in this turn";
    EXPECT_TRUE(watch_.must_look_again()) << "some may be started later in it";
    first_.may_have_threads = true;
    watch_.look(kStart + 20ms);
    first_.may_have_threads = false; // those that were started are read until the turn ends
    watch_.look(kStart + 30ms);
    EXPECT_EQ(first_.asked, before + 2);
}

TEST_F(TurnWatchTest, threads_that_were_started_ahead_of_the_turn_are_read) {
    first_.threads = true;
    last_turn_took(2ms);
    watch_.turn_begins(first_);
    first_.may_have_threads = false;
    const int before = first_.asked;
    watch_.look(kStart + 10ms);
    EXPECT_EQ(first_.asked, before + 1) << "they may end in the turn";
}

TEST_F(TurnWatchTest, look_keeps_the_start_of_the_watch) {
    last_turn_took(2ms);
    watch_.turn_begins(first_);
    first_.uses(9ms);
    watch_.look(SteadyTime::now() + 10ms);
    first_.uses(20ms);
    const TurnLoad load = watch_.turn_ends(SteadyTime::now() + 1min, 1min);
    EXPECT_EQ(load.cpu, 29ms);
    EXPECT_GE(load.watched, 1min);
}

TEST_F(TurnWatchTest, turn_of_the_second_agent) {
    watch_.turn_begins(second_);
    watch_.look(kStart);
    first_.uses(7ms, 1ms);
    second_.uses(20ms, 10ms);
    EXPECT_EQ(watch_.turn_ends(kStart + 40ms, 50ms),
              (TurnLoad{.watched = 40ms, .cpu = 20ms, .delay = 10ms, .rival_cpu = 7ms}));
}

TEST_F(TurnWatchTest, missing_readings_give_zeros) {
    for (FakeMeter* const meter : {&first_, &second_}) {
        meter->reading.reset();
        looked_at(); // no start to count from
        meter->reading = Meter::Reading{50ms, 50ms};
        EXPECT_EQ(watch_.turn_ends(kStart + 1s, 1s), TurnLoad{});
        watch_.game_begins();
        looked_at();
        meter->reading.reset(); // the agent is gone
        EXPECT_EQ(watch_.turn_ends(kStart + 1s, 1s), TurnLoad{});
        meter->reading = Meter::Reading{50ms, 50ms};
        watch_.game_begins();
    }
}

TEST_F(TurnWatchTest, decreasing_readings_give_zeros) {
    looked_at();
    first_.uses(-1us, -1us);
    second_.uses(-1us);
    EXPECT_EQ(watch_.turn_ends(kStart - 1us, 10ms), TurnLoad{});
}

// ---- Delay is never more than what its own work leaves

TEST_F(TurnWatchTest, threads_of_the_agent_make_no_delay) {
    looked_at();
    first_.uses(95ms, 87ms); // its other threads kept the first one from running
    const TurnLoad load = watch_.turn_ends(kStart + 100ms, 110ms);
    EXPECT_EQ(load.cpu, 95ms);
    EXPECT_EQ(load.delay, 5ms);
    watch_.game_begins();
    looked_at();
    first_.uses(190ms, 87ms); // on two cores
    EXPECT_EQ(watch_.turn_ends(kStart + 100ms, 110ms).delay, 0ms);
}

TEST_F(TurnWatchTest, delay_is_at_most_the_idle_time) {
    looked_at();
    first_.uses(40ms, 60ms);
    EXPECT_EQ(watch_.load(kStart + 100ms).delay, 60ms);
    EXPECT_EQ(watch_.load(kStart + 100ms - 1ns).delay, 60ms - 1ns);
}

TEST_F(TurnWatchTest, time_that_a_quota_took_counts_as_a_wait_but_not_twice) {
    struct Row {
        nanoseconds cpu, waited, throttled, delay, of_it_throttled;
    };
    for (const Row& row : {Row{10ms, 0ms, 60ms, 60ms, 60ms}, Row{10ms, 70ms, 60ms, 70ms, 60ms},
                           Row{10ms, 5ms, 800ms, 90ms, 90ms}, Row{100ms, 0ms, 60ms, 0ms, 0ms}}) {
        watch_.game_begins();
        looked_at();
        first_.uses(row.cpu, row.waited);
        first_.reading->throttled += row.throttled;
        const TurnLoad load = watch_.turn_ends(kStart + 100ms, 110ms);
        EXPECT_EQ(load.delay, row.delay);
        EXPECT_EQ(load.throttled, row.of_it_throttled);
    }
}

// ---- What it started

TEST_F(TurnWatchTest, processor_time_of_children_is_the_agents) {
    first_.family = {.cpu = 500ms, .any = true};
    second_.family = {.cpu = 800ms, .any = true};
    looked_at();
    first_.uses(10ms, 60ms);
    first_.family.cpu += 70ms;
    second_.uses(1ms);
    second_.family.cpu += 30ms;
    EXPECT_EQ(watch_.turn_ends(kStart + 100ms, 110ms),
              (TurnLoad{.watched = 100ms, .cpu = 80ms, .delay = 20ms, .rival_cpu = 31ms}));
}

TEST_F(TurnWatchTest, longest_wait_of_one_child_is_a_delay) {
    using Threads = std::vector<Meter::Kin::Thread>;
    const auto family = [](nanoseconds cpu, Threads threads, std::optional<pid_t> started) {
        return Meter::Kin{.cpu = cpu, .any = true, .threads = std::move(threads), .started = started};
    };
    struct Row {
        Threads threads;
        nanoseconds cpu, delay;
        std::optional<pid_t> started = 99, started_before = 99;
    };
    const Meter::Kin::Thread other{20, {100ms, 0ms}};
    for (const Row& row : {
             Row{{{10, {410ms, 950ms}}, other}, 10ms, 50ms},
             Row{{{10, {410ms, 950ms}}, {20, {100ms, 40ms}}}, 10ms, 50ms}, // not the sum
             Row{{{10, {410ms, 950ms}}, other}, 30ms, 30ms},               // another one kept it from running
             Row{{{10, {410ms, 1900ms}}, other}, 10ms, 90ms},
             Row{{{10, {410ms, 950ms}, true}, other}, 10ms, 0ms},   // it made itself wait
             Row{{{10, {410ms, 950ms}}}, 10ms, 0ms},                // what another ran is in no count
             Row{{{10, {410ms, 950ms}}, other}, 10ms, 0ms, 100},    // others may have come and gone
             Row{{{10, {410ms, 950ms}}, other}, 10ms, 0ms, {}, {}}, // the kernel does not tell
         }) {
        watch_.game_begins();
        first_.family = family(500ms, {{10, {400ms, 900ms}}, other}, row.started_before);
        looked_at();
        first_.family = family(500ms + row.cpu, row.threads, row.started);
        const TurnLoad load = watch_.turn_ends(kStart + 100ms, 110ms);
        EXPECT_EQ(load.cpu, row.cpu);
        EXPECT_EQ(load.delay, row.delay);
    }
}

TEST_F(TurnWatchTest, child_has_no_delay_once_anything_was_started) {
    for (const bool was_started : {false, true}) {
        watch_.game_begins();
        first_.family = {.any = true, .threads = {{10, {}}}, .started = 99};
        first_.may_have_threads = false;
        looked_at();
        EXPECT_TRUE(watch_.must_look_again());
        first_.may_have_threads = was_started;
        watch_.look(kStart + 10ms);
        first_.may_have_threads = false; // so many were started that the number is the same again
        watch_.look(kStart + 20ms);
        first_.family.threads = {{10, {0ms, 50ms}}};
        EXPECT_EQ(watch_.turn_ends(kStart + 100ms, 110ms).delay, was_started ? 0ms : 50ms);
    }
}

TEST_F(TurnWatchTest, known_children_are_read_from_the_start_of_a_turn) {
    for (FakeMeter* const parent : {&first_, &second_}) {
        watch_.game_begins();
        parent->family = {.cpu = 500ms, .any = true};
        looked_at();
        static_cast<void>(watch_.turn_ends(kStart + 20ms, 20ms));
        const int before = first_.asked_kin;
        watch_.turn_begins(first_);
        EXPECT_GT(first_.asked_kin, before);
        first_.uses(10ms, 5ms);
        parent->family.cpu += 2ms;
        const TurnLoad load = watch_.turn_ends(SteadyTime::now() + 1min, 1min);
        EXPECT_EQ(load.cpu + load.rival_cpu, 12ms);
        EXPECT_EQ(load.delay, 5ms);
        parent->family = {};
    }
}

TEST_F(TurnWatchTest, uncounted_children_remove_the_delay) {
    last_turn_took(5ms);
    watch_.turn_begins(first_);
    first_.family = {.cpu = 20ms, .any = true}; // how much of it belongs to this turn is unknown
    first_.uses(2ms, 4ms);
    EXPECT_EQ(watch_.turn_ends(SteadyTime::now() + 1min, 9ms).delay, 0ms);
    // From now on the children are counted.
    watch_.turn_begins(first_);
    first_.uses(2ms, 4ms);
    first_.family.cpu += 3ms;
    const TurnLoad load = watch_.turn_ends(SteadyTime::now() + 1min, 9ms);
    EXPECT_EQ(load.delay, 4ms);
    EXPECT_EQ(load.cpu, 5ms);
}

TEST_F(TurnWatchTest, children_are_not_read_for_a_tiny_delay) {
    for (const auto& [delay, questions] : {std::pair<nanoseconds, int>{100us - 1ns, 0}, {100us, 1}}) {
        watch_.game_begins();
        last_turn_took(5ms);
        watch_.turn_begins(first_);
        first_.uses(2ms, delay);
        first_.asked_kin = 0;
        EXPECT_EQ(watch_.turn_ends(SteadyTime::now() + 1min, 5ms).delay, delay);
        EXPECT_EQ(first_.asked_kin, questions);
    }
}

// ---- What is charged

TEST(FairCharge, excludes_the_delay) {
    EXPECT_EQ(fair_charge(100ms, {.watched = 100ms, .cpu = 30ms, .delay = 60ms}), 40ms);
    EXPECT_EQ(fair_charge(100ms, {}), 100ms);
    EXPECT_EQ(fair_charge(100ms, {.watched = 90ms, .cpu = 0ms, .delay = 90ms}), 10ms);
}

// The watch of a turn starts a little before its clock.
TEST(FairCharge, is_at_least_the_processor_time) {
    EXPECT_EQ(fair_charge(1us, {.watched = 5us, .cpu = 0us, .delay = 5us}), 0ns);
    EXPECT_EQ(fair_charge(10us, {.watched = 15us, .cpu = 8us, .delay = 7us}), 8us);
    EXPECT_EQ(fair_charge(10us, {.watched = 15us, .cpu = 14us, .delay = 1us}), 10us)
        << "and at most the wall time";
}

} // namespace
} // namespace referee
