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

TEST(Tampering, process_is_below_itself_and_its_parent_but_not_below_a_stranger) {
    EXPECT_TRUE(is_below(::getpid(), ::getpid()));
    EXPECT_TRUE(is_below(::getpid(), ::getppid()));
    EXPECT_FALSE(is_below(::getppid(), ::getpid()));
    EXPECT_FALSE(is_below(0, ::getpid()));
}

TEST(Tampering, process_without_children_has_no_stopped_child) {
    EXPECT_FALSE(has_stopped_child(::getpid()));
}

} // namespace
} // namespace referee
