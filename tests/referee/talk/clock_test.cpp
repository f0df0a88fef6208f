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

TEST(Clock, increment_is_added_after_each_move) {
    TimeControl control(100ms);
    control.increment = 10ms;
    Clock clock(control);
    EXPECT_EQ(clock.turn_limit(), 100ms) << "never before the first move";
    clock.charge(40ms);
    EXPECT_EQ(clock.remaining(), 60ms);
    clock.moved();
    EXPECT_EQ(clock.remaining(), 70ms);
    clock.charge(70ms);
    EXPECT_FALSE(clock.is_overrun());
    clock.moved();
    clock.charge(10ms + 1ns);
    EXPECT_TRUE(clock.is_overrun());
}

TEST(Clock, margin_is_no_time_to_think) {
    TimeControl control(100ms);
    control.margin = 5ms;
    Clock clock(control);
    EXPECT_EQ(clock.remaining(), 100ms);
    EXPECT_EQ(clock.turn_limit(), 105ms);
    clock.charge(105ms);
    EXPECT_FALSE(clock.is_overrun());
    EXPECT_EQ(clock.remaining(), -5ms);
    clock.charge(1ns);
    EXPECT_TRUE(clock.is_overrun());
}

TEST(Clock, each_answer_may_be_late_by_the_margin) {
    TimeControl control(100ms);
    control.margin = 200ms;
    Clock clock(control);
    clock.charge(100ms);
    clock.moved();
    for (int i = 0; i < 4; ++i) {
        EXPECT_EQ(clock.turn_limit(), 200ms);
        clock.charge(60ms);
        EXPECT_FALSE(clock.is_overrun());
        clock.moved();
        EXPECT_EQ(clock.remaining(), 0ms) << "a clock that is used up is set to 0";
    }
    EXPECT_EQ(clock.used(), 340ms) << "what is late is charged";
    clock.charge(200ms + 1ns);
    EXPECT_TRUE(clock.is_overrun());
}

TEST(Clock, increment_is_added_to_a_clock_that_was_set_to_zero) {
    TimeControl control(100ms);
    control.increment = 10ms;
    control.margin = 50ms;
    Clock clock(control);
    clock.charge(140ms);
    EXPECT_FALSE(clock.is_overrun());
    clock.moved();
    EXPECT_EQ(clock.remaining(), 10ms);
}

TEST(Clock, time_is_added_after_each_period) {
    TimeControl control(60s);
    control.moves = 40;
    control.increment = 600ms;
    Clock clock(control);
    for (int move = 0; move < 100; ++move) {
        EXPECT_EQ(clock.moves_to_go(), 40 - move % 40);
        EXPECT_EQ(clock.remaining(), control.given(move) - clock.used()) << move;
        clock.charge(1600ms);
        EXPECT_FALSE(clock.is_overrun());
        clock.moved();
    }
    EXPECT_EQ(clock.remaining(), 3 * 60s - 100 * 1s);
    EXPECT_EQ(Clock(60s).moves_to_go(), 0);
}

TEST(Clock, time_of_the_next_period_cannot_be_used_before_it) {
    TimeControl control(100ms);
    control.moves = 2;
    Clock clock(control);
    clock.charge(99ms);
    clock.moved();
    clock.charge(1ms + 1ns);
    EXPECT_TRUE(clock.is_overrun());
}

TEST(Clock, time_for_a_move_is_new_for_each) {
    TimeControl control(50ms);
    control.kind = LimitKind::Move;
    control.margin = 10ms;
    Clock clock(control);
    for (int i = 0; i < 3; ++i) {
        EXPECT_EQ(clock.remaining(), 50ms);
        EXPECT_EQ(clock.turn_limit(), 60ms);
        clock.charge(i == 1 ? 60ms : 50ms);
        EXPECT_FALSE(clock.is_overrun());
        clock.moved();
    }
    EXPECT_EQ(clock.used(), 160ms);
    clock.charge(54ms);
    EXPECT_EQ(clock.over_most(), 10ms);
    EXPECT_EQ(clock.over_sum(), 14ms);
    clock.charge(60ms + 1ns);
    EXPECT_TRUE(clock.is_overrun());
}

TEST(Clock, nodes_and_plies_are_not_charged) {
    TimeControl control;
    control.kind = LimitKind::Search;
    control.search.nodes = 800;
    control.turn = 3s;
    Clock clock(control);
    clock.charge(3600s);
    EXPECT_FALSE(clock.is_overrun());
    EXPECT_EQ(clock.turn_limit(), 3s);
    EXPECT_EQ(clock.used(), 3600s);
    control.kind = LimitKind::Game;
    Clock beside(control);
    beside.charge(3600s);
    EXPECT_TRUE(beside.is_overrun()) << "a clock beside them is";
}

TEST(TimeControl, is_shown_in_words) {
    EXPECT_EQ(to_string(TimeControl(10s)), "10000 ms");
    TimeControl control(10s);
    control.increment = 100ms;
    EXPECT_EQ(to_string(control), "10000 ms and 100 ms more after each move");
    control.kind = LimitKind::Move;
    EXPECT_EQ(to_string(control), "10000 ms a move");
    control.kind = LimitKind::Search;
    control.search = {.depth = 6};
    EXPECT_EQ(to_string(control), "6 plies a move");
    control.search = {.nodes = 800};
    EXPECT_EQ(to_string(control), "800 nodes a move");
    control.search = {.nodes = 800, .depth = 6};
    EXPECT_EQ(to_string(control), "800 nodes and 6 plies a move");
    control.kind = LimitKind::Game;
    control.moves = 40;
    EXPECT_EQ(to_string(control),
              "10000 ms for 40 moves and 100 ms more after each move, at most 800 nodes and 6 plies a move");
}

static_assert(SteadyTime::is_steady);

} // namespace
} // namespace referee
