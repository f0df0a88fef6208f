#include "referee/timing/turn_load.hpp"

#include <gtest/gtest.h>

namespace referee {
namespace {

using namespace std::chrono_literals;
using std::chrono::nanoseconds;

TEST(TurnLoad, idle_is_the_watched_time_that_no_thread_used) {
    EXPECT_EQ((TurnLoad{.watched = 100ms, .cpu = 30ms}.idle()), 70ms);
    EXPECT_EQ((TurnLoad{.watched = 100ms, .cpu = 100ms}.idle()), 0ms);
    EXPECT_EQ((TurnLoad{.watched = 100ms, .cpu = 180ms}.idle()), 0ms) << "threads on two cores";
}

TEST(TurnLoad, sum_adds_each_value) {
    TurnLoad sum{.watched = 1ms, .cpu = 2ms, .delay = 3ms, .rival_cpu = 4ms};
    sum += {.watched = 10ms, .cpu = 20ms, .delay = 30ms, .rival_cpu = 40ms};
    EXPECT_EQ(sum, (TurnLoad{.watched = 11ms, .cpu = 22ms, .delay = 33ms, .rival_cpu = 44ms}));
}

TEST(TurnLoad, dispute_needs_10_ms_and_1_percent_of_the_budget) {
    struct Row {
        const char* what;
        TurnLoad turn;
        nanoseconds budget;
        bool expected;
    };
    for (const Row& row : {
             Row{"not watched", {}, 10ms, false},
             Row{"exactly 10 ms of delay", {.watched = 500ms, .cpu = 20ms, .delay = 10ms}, 500ms, true},
             Row{"a nanosecond less", {.watched = 500ms, .cpu = 20ms, .delay = 10ms - 1ns}, 500ms, false},
             Row{"exactly 1 %", {.watched = 9s, .cpu = 8s, .delay = 100ms}, 10s, true},
             Row{"of a larger budget", {.watched = 9s, .cpu = 8s, .delay = 100ms}, 10s + 1ns, false},
             Row{"1 % that is below 10 ms", {.watched = 50ms, .cpu = 20ms, .delay = 9ms}, 100ms, false},
             Row{"the rival, while it was idle", {.watched = 500ms, .rival_cpu = 10ms}, 500ms, true},
             Row{"less of the rival", {.watched = 500ms, .rival_cpu = 10ms - 1ns}, 500ms, false},
             Row{"the rival, on a core of its own",
                 {.watched = 500ms, .cpu = 500ms, .rival_cpu = 500ms},
                 500ms,
                 false},
             Row{"the rival explains no more than was idle",
                 {.watched = 500ms, .cpu = 491ms, .rival_cpu = 400ms},
                 500ms,
                 false},
             Row{"and all of that", {.watched = 500ms, .cpu = 490ms, .rival_cpu = 400ms}, 500ms, true},
             Row{"the same wait is not counted twice",
                 {.watched = 500ms, .cpu = 400ms, .delay = 6ms, .rival_cpu = 6ms},
                 500ms,
                 false},
         }) {
        TurnLoad turn = row.turn;
        turn.has_threads = true;
        EXPECT_EQ(is_disputed(turn, turn.delay, row.budget), row.expected) << row.what;
    }
}

TEST(TurnLoad, agent_stands_still_when_it_neither_runs_nor_waits_for_a_core_in_half_of_the_time) {
    EXPECT_TRUE(stood_still({.watched = 100ms, .cpu = 50ms}, 100ms));
    EXPECT_FALSE(stood_still({.watched = 100ms, .cpu = 50ms + 1ns}, 100ms));
    EXPECT_FALSE(stood_still({.watched = 100ms, .cpu = 40ms, .delay = 11ms}, 100ms)) << "it was ready to run";
    EXPECT_FALSE(stood_still({.watched = 100ms, .cpu = 50ms}, 101ms)) << "half of more";
    EXPECT_FALSE(stood_still({.watched = 10ms - 1ns}, 10ms)) << "too little to matter";
    EXPECT_FALSE(stood_still({}, 0ms)) << "not watched";
}

TEST(TurnLoad, rival_of_a_single_thread_explains_no_loss) {
    const TurnLoad slept{.watched = 500ms, .rival_cpu = 400ms};
    EXPECT_FALSE(is_disputed(slept, 0ms, 500ms)) << "its delay tells all";
}

TEST(TurnLoad, uncharged_delay_is_no_dispute) {
    const TurnLoad turn{.watched = 2s, .cpu = 500ms, .delay = 1500ms, .excused = 1500ms};
    EXPECT_FALSE(is_disputed(turn, 0ms, 500ms));
}

TEST(TurnLoad, charged_delays_of_earlier_turns_count) {
    const TurnLoad turn{.watched = 3ms, .cpu = 1ms, .delay = 2ms};
    EXPECT_TRUE(is_disputed(turn, 10ms, 500ms));
    EXPECT_FALSE(is_disputed(turn, 10ms - 1ns, 500ms));
    EXPECT_FALSE(is_disputed(turn, 99ms, 10s));
}

TEST(TurnLoad, interference_needs_10_ms_and_a_tenth_of_the_time) {
    struct Row {
        const char* what;
        TurnLoad load;
        bool expected;
    };
    for (const Row& row : {
             Row{"nothing", {}, false},
             Row{"exactly 10 ms", {.watched = 99ms, .rival_cpu = 10ms}, true},
             Row{"a nanosecond less", {.watched = 20ms, .rival_cpu = 10ms - 1ns}, false},
             Row{"exactly a tenth", {.watched = 100ms, .rival_cpu = 10ms}, false},
             Row{"more than a tenth", {.watched = 1s, .rival_cpu = 100ms + 1ns}, true},
             Row{"on a core of its own", {.watched = 1s, .cpu = 1s, .rival_cpu = 1s}, true},
         }) {
        EXPECT_EQ(shows_interference(row.load), row.expected) << row.what;
    }
}

} // namespace
} // namespace referee
