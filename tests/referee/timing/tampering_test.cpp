#include "referee/timing/tampering.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>
#include <vector>

#include <unistd.h>

namespace referee {
namespace {

TEST(Tampering, is_seen_where_the_rival_plays_without_a_sandbox_and_something_was_done) {
    struct Row {
        AgentSeen seen;
        std::optional<std::string_view> expected;
    };
    const std::string_view stopped = "the other agent was stopped by a signal";
    const std::string_view traced = "the other agent was traced";
    for (const Row& row : {
             Row{{}, std::nullopt},
             Row{{.was_stopped = true}, stopped},
             Row{{.is_traced = true}, traced},
             Row{{.was_stopped = true, .is_traced = true}, stopped},
             Row{{.rival_is_shut_in = true}, std::nullopt},
             Row{{.was_stopped = true, .rival_is_shut_in = true}, std::nullopt},
             Row{{.is_traced = true, .rival_is_shut_in = true}, std::nullopt},
         }) {
        EXPECT_EQ(tampering_seen(row.seen), row.expected)
            << row.seen.was_stopped << row.seen.is_traced << row.seen.rival_is_shut_in;
    }
}

TEST(Standstill, of_all_alike_is_the_machines_and_of_the_referee_alone_may_be_an_agents) {
    using Continued = Standstill::Continued;
    const auto nothing = std::optional<Disturbance>();
    const auto stopped = std::optional(Disturbance::RefereeStopped);
    const auto suspended = std::optional(Disturbance::MachineSuspended);
    struct Row {
        Standstill seen;
        std::optional<Disturbance> expected;
    };
    const auto seen = [](Continued continued, std::string_view who) {
        const auto has = [&](char c) { return who.find(c) != std::string_view::npos; };
        // r: the referee for a moment, R: for long, a: the agent that was asked, f: all agents without a
        // sandbox, l: others let the referee go on when the agent was stopped
        return Standstill{continued, has('r') || has('R'), has('R'), has('a'), has('l'), has('f')};
    };
    for (const Row& row : {
             Row{seen(Continued::No, ""), nothing},
             Row{seen(Continued::No, "a"), nothing},  // then its rival may have done it
             Row{seen(Continued::No, "af"), nothing}, // nobody stopped the referee
             Row{seen(Continued::No, "r"), nothing},  // a noisy machine does that
             Row{seen(Continued::No, "R"), suspended},
             Row{seen(Continued::No, "Raf"), suspended},
             Row{seen(Continued::ByOthers, ""), nothing},
             Row{seen(Continued::ByOthers, "f"), nothing}, // of agents in sandboxes: nobody was seen to stop
             Row{seen(Continued::ByOthers, "a"), nothing}, // its rival played on
             Row{seen(Continued::ByOthers, "af"), suspended},
             Row{seen(Continued::ByOthers, "al"), suspended}, // its rival's stop may have left no trace
             Row{seen(Continued::No, "al"), suspended},       // the game had not begun when the SIGCONT came
             Row{seen(Continued::ByOurs, "al"), nothing},     // its rival may have sent both
             Row{seen(Continued::ByOthers, "l"), nothing},
             Row{seen(Continued::ByOthers, "rf"), suspended},
             Row{seen(Continued::ByOthers, "r"), nothing},
             Row{seen(Continued::ByOthers, "R"), stopped},
             Row{seen(Continued::ByOthers, "Ra"), stopped},
             Row{seen(Continued::ByOurs, "Raf"), stopped}, // an agent can stop itself as well
             Row{seen(Continued::ByOurs, "raf"), nothing},
             Row{seen(Continued::ByOurs, "af"), nothing},
         }) {
        EXPECT_EQ(disturbance_of(row.seen), row.expected)
            << static_cast<int>(row.seen.continued) << row.seen.referee << row.seen.referee_long
            << row.seen.agent << row.seen.agent_like_referee << row.seen.free_agents;
    }
}

TEST(Tampering, share_is_less_when_a_process_is_less_urgent_or_lacks_a_core) {
    const Share given{.nice = 0, .cores = {1, 2}};
    EXPECT_FALSE(is_less(given, given));
    EXPECT_FALSE(is_less({.nice = -1, .cores = {0, 1, 2, 3}}, given)) << "it has more";
    EXPECT_TRUE(is_less({.nice = 1, .cores = {1, 2}}, given));
    EXPECT_TRUE(is_less({.nice = 0, .cores = {1, 3}}, given));
    EXPECT_TRUE(is_less({.nice = 0, .cores = {}}, given));
}

TEST(Tampering, share_is_less_when_a_limit_is_lower) {
    Share given;
    given.limits.fill(100);
    for (rlim_t& limit : given.limits) {
        Share now = given;
        limit = 101;
        EXPECT_TRUE(is_less(now, given));
        limit = 99;
        EXPECT_FALSE(is_less(now, given)) << "a process may raise its soft limits";
        limit = 100;
    }
}

TEST(Tampering, limits_that_an_agent_was_given_take_the_place_of_those_of_the_referee) {
    Share share;
    share.limits.fill(7);
    share.set_limits(std::vector<ResourceLimit>{{RLIMIT_NOFILE, {64, 64}}, {RLIMIT_CORE, {0, 0}}});
    std::array<rlim_t, kHarmfulLimits.size()> expected{};
    expected.fill(7);
    *(expected.begin() + (std::ranges::find(kHarmfulLimits, RLIMIT_NOFILE) - kHarmfulLimits.begin())) = 64;
    EXPECT_EQ(share.limits, expected);
}

TEST(Tampering, share_of_this_process_is_what_it_was_given) {
    const auto share = share_of(0);
    ASSERT_TRUE(share);
    EXPECT_FALSE(share->cores.empty());
    EXPECT_FALSE(is_less(*share, share_of(::getpid()).value()));
    EXPECT_FALSE(share_of(-1));
}

TEST(Tampering, process_without_children_has_no_stopped_child) {
    EXPECT_FALSE(has_stopped_child(::getpid()));
}

} // namespace

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
