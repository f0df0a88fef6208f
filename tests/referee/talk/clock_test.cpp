#include "referee/talk/clock.hpp"
#include "tests/referee/timing/turn_watch_scene.hpp"
#include "tests/support/print.hpp"

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
    control.search = {.nodes = 1, .depth = 1};
    EXPECT_EQ(to_string(control), "1 node and 1 ply a move");
    control.search = {.nodes = 800, .depth = 6};
    control.kind = LimitKind::Game;
    control.moves = 40;
    EXPECT_EQ(to_string(control),
              "10000 ms for 40 moves and 100 ms more after each move, at most 800 nodes and 6 plies a move");
}

static_assert(SteadyTime::is_steady);

} // namespace

namespace {

constexpr SteadyTime::time_point kStart{100h};

/// A game whose first agent has a turn of at most 100 ms, which is watched from 10 ms after its start on.
struct Scene {
    explicit Scene(ClockRule rule)
        : clock(rule, first, second) {
        clock.game_begins();
        clock.turn_begins(Side::First);
        clock.check(time, kStart + 10ms);
    }
    Reply turn_ends(Reply reply) {
        clock.turn_ends(time, reply);
        return reply;
    }

    FakeMeter first;
    FakeMeter second;
    TurnClock clock;
    AnswerTime time{.asked = kStart, .limit = 100ms, .patience = 100ms};
};

Reply line_after(nanoseconds elapsed) {
    return {.what = Line("MOVE"), .elapsed = elapsed, .load = {}};
}

bool is_timeout(const Reply& reply) {
    const auto* const fault = std::get_if<AgentFault>(&reply.what);
    return fault != nullptr && fault->termination == Termination::Timeout;
}

TEST(TurnClock, agent_is_late_one_nanosecond_after_the_limit) {
    for (const ClockRule rule : {ClockRule::Wall, ClockRule::Fair}) {
        Scene scene(rule);
        EXPECT_FALSE(scene.clock.is_late(scene.time, 100ms));
        EXPECT_TRUE(scene.clock.is_late(scene.time, 100ms + 1ns));
    }
}

TEST(TurnClock, next_check_is_the_first_look_and_then_the_end_of_the_patience) {
    Scene scene(ClockRule::Wall);
    EXPECT_EQ(scene.clock.next_check(scene.time), kStart + 100ms) << "the turn has been looked at";
    scene.clock.turn_begins(Side::First);
    EXPECT_EQ(scene.clock.next_check(scene.time), kStart + 10ms);
    scene.time.patience = 5ms;
    EXPECT_EQ(scene.clock.next_check(scene.time), kStart + 5ms);
}

TEST(TurnClock, wait_for_both_agents_is_watched_as_a_turn_is) {
    FakeMeter first;
    FakeMeter second;
    TurnClock clock(ClockRule::Wall, first, second);
    clock.game_begins();
    PerSide<AnswerTime> times;
    for (const Side side : kSides) {
        times[side] = {.side = side, .asked = kStart, .limit = 1s, .patience = 1s};
        clock.wait_begins(side);
    }
    for (const Side side : kSides) {
        EXPECT_EQ(clock.next_check(times[side]), kStart + 10ms);
        clock.check(times[side], kStart + 10ms);
        EXPECT_EQ(clock.next_check(times[side]), kStart + 1s);
    }
    first.uses(100ms, 800ms);
    second.uses(50ms, 0ms);
    second.runnable = true; // it waits since it ran
    PerSide<Reply> late;
    for (const Side side : kSides) {
        late[side].what = late_answer();
        late[side].elapsed = 1s;
    }
    for (const Side side : kSides) {
        clock.wait_ends(times[side], late[side]);
    }
    EXPECT_EQ(late.first.load.delay, 800ms);
    EXPECT_EQ(late.first.load.cpu, 100ms);
    EXPECT_EQ(late.second.load.delay, 0ms);
    EXPECT_FALSE(clock.needs_end_of(Side::First));
    EXPECT_TRUE(clock.needs_end_of(Side::Second));
    second.uses(0ms, 900ms);
    EXPECT_EQ(clock.after_end_of(Side::First, kStart + 1s)->delay, 800ms);
    EXPECT_EQ(clock.after_end_of(Side::Second, kStart + 1s)->delay, 900ms);

    Reply in_time = line_after(5ms);
    clock.wait_begins(Side::First);
    clock.wait_ends(times.first, in_time);
    EXPECT_EQ(in_time.load, TurnLoad{});
    EXPECT_EQ(clock.next_check(times.first), kStart + 1s) << "no wait, no look";
}

TEST(TurnClock, agent_that_starts_threads_is_looked_at_every_10_ms) {
    Scene scene(ClockRule::Wall);
    scene.clock.turn_begins(Side::First);
    scene.first.threads = true;
    scene.clock.check(scene.time, kStart + 12ms);
    EXPECT_EQ(scene.clock.next_check(scene.time), kStart + 22ms);
    const int asked = scene.first.asked;
    scene.clock.check(scene.time, kStart + 22ms - 1ns);
    EXPECT_EQ(scene.first.asked, asked);
    scene.clock.check(scene.time, kStart + 22ms);
    EXPECT_EQ(scene.first.asked, asked + 1);
    EXPECT_EQ(scene.clock.next_check(scene.time), kStart + 32ms);
    scene.time.patience = 25ms;
    EXPECT_EQ(scene.clock.next_check(scene.time), kStart + 25ms);
}

TEST(TurnClock, wall_charges_the_time_without_a_core) {
    Scene scene(ClockRule::Wall);
    scene.first.uses(20ms, 60ms);
    const Reply reply = scene.turn_ends(line_after(95ms));
    EXPECT_EQ(reply.elapsed, 95ms);
    EXPECT_EQ(reply.load.delay, 60ms);
    EXPECT_EQ(reply.load.excused, 0ns);
}

TEST(TurnClock, fair_does_not_charge_the_time_without_a_core) {
    Scene scene(ClockRule::Fair);
    scene.first.uses(20ms, 60ms);
    EXPECT_FALSE(scene.clock.is_late(scene.time, 150ms));
    EXPECT_EQ(scene.time.patience, 160ms) << "10 ms are left";
    const Reply reply = scene.turn_ends(line_after(155ms));
    EXPECT_TRUE(std::holds_alternative<Line>(reply.what));
    EXPECT_EQ(reply.elapsed, 95ms);
    EXPECT_EQ(reply.load.excused, 60ms);
}

TEST(TurnClock, fair_waits_for_an_agent_that_may_wait_for_a_core) {
    Scene scene(ClockRule::Fair);
    scene.first.uses(20ms);
    scene.first.runnable = true;
    EXPECT_FALSE(scene.clock.is_late(scene.time, 120ms));
    EXPECT_EQ(scene.time.patience, 125ms);
    scene.first.runnable = false; // it slept: nothing is uncounted
    EXPECT_TRUE(scene.clock.is_late(scene.time, 126ms));
}

TEST(TurnClock, no_wait_lasts_longer_than_10_s_and_eleven_limits) {
    for (const auto& [elapsed, is_late] :
         {std::pair<nanoseconds, bool>{11s + 100ms, false}, {11s + 100ms + 1ns, true}}) {
        Scene scene(ClockRule::Fair);
        scene.first.uses(0ns, 1min);
        EXPECT_EQ(scene.clock.is_late(scene.time, elapsed), is_late);
    }
}

TEST(TurnClock, answer_that_is_charged_more_than_the_limit_is_a_timeout) {
    Scene scene(ClockRule::Fair);
    scene.first.uses(20ms, 60ms);
    const Reply reply = scene.turn_ends(line_after(161ms));
    EXPECT_TRUE(is_timeout(reply));
    EXPECT_EQ(reply.elapsed, 101ms);
    EXPECT_EQ(reply.load.excused, 60ms);
}

TEST(TurnClock, timeout_is_charged_more_than_the_limit) {
    Scene scene(ClockRule::Fair);
    scene.first.uses(20ms, 60ms);
    const Reply reply = scene.turn_ends({.what = late_answer(), .elapsed = 155ms, .load = {}});
    EXPECT_TRUE(is_timeout(reply));
    EXPECT_EQ(reply.elapsed, 100ms + 1ns);
}

TEST(TurnClock, only_the_agent_that_was_cut_off_while_runnable_needs_its_end) {
    Scene scene(ClockRule::Wall);
    scene.first.runnable = true;
    EXPECT_FALSE(scene.clock.needs_end_of(Side::First)) << "its turn has not ended";
    static_cast<void>(scene.turn_ends({.what = late_answer(), .elapsed = 110ms, .load = {}}));
    EXPECT_TRUE(scene.clock.needs_end_of(Side::First));
    EXPECT_FALSE(scene.clock.needs_end_of(Side::Second));
    scene.first.uses(0ns, 70ms);
    const auto load = scene.clock.after_end_of(Side::First, kStart + 120ms);
    ASSERT_TRUE(load);
    EXPECT_EQ(load->delay, 60ms) << "the clock had stopped 10 ms before the end";
    EXPECT_FALSE(scene.clock.after_end_of(Side::Second, kStart + 120ms));
    scene.clock.game_begins();
    EXPECT_FALSE(scene.clock.needs_end_of(Side::First));
    EXPECT_FALSE(scene.clock.after_end_of(Side::First, kStart));
}

TEST(TurnClock, wait_outside_of_turns_is_not_watched) {
    Scene scene(ClockRule::Fair);
    scene.clock.game_begins();
    const int asked = scene.first.asked + scene.first.asked_kin;
    EXPECT_EQ(scene.clock.next_check(scene.time), kStart + 100ms);
    scene.clock.check(scene.time, kStart + 50ms);
    EXPECT_TRUE(scene.clock.is_late(scene.time, 101ms));
    EXPECT_EQ(scene.first.asked + scene.first.asked_kin, asked);
}

} // namespace

} // namespace referee
