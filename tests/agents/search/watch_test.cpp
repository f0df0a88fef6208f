#include "agents/search/watch.hpp"

#include <gtest/gtest.h>

namespace search {
namespace {

using Clock = std::chrono::steady_clock;
using namespace std::chrono_literals;

TEST(Watch, stops_nothing_until_it_is_armed) {
    Watch watch({.nodes = 1, .deadline = Clock::now() - 1s});
    for (int i = 0; i < 10'000; ++i) {
        watch.visit();
    }
    EXPECT_FALSE(watch.is_over());
    EXPECT_EQ(watch.nodes(), 10'000U);
    watch.arm();
    EXPECT_TRUE(watch.is_over());
}

TEST(Watch, the_limit_of_nodes_is_exact) {
    for (const std::uint64_t limit : {1U, 2U, 511U, 512U, 513U, 5'000U}) {
        Watch watch({.nodes = limit});
        watch.arm();
        while (!watch.is_over()) {
            watch.visit();
        }
        EXPECT_EQ(watch.nodes(), limit);
    }
}

TEST(Watch, a_deadline_that_has_passed_is_seen_soon) {
    Watch watch({.deadline = Clock::now() - 1s});
    watch.arm();
    EXPECT_TRUE(watch.is_over()); // at once
    Watch later({.deadline = Clock::now() + 1h});
    later.arm();
    for (int i = 0; i < 10'000; ++i) {
        later.visit();
    }
    EXPECT_FALSE(later.is_over());
}

TEST(Watch, no_limits) {
    Watch watch({});
    watch.arm();
    for (int i = 0; i < 10'000; ++i) {
        watch.visit();
    }
    EXPECT_FALSE(watch.is_over());
}

} // namespace
} // namespace search
