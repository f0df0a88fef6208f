#include "agents/search/watch.hpp"

#include <gtest/gtest.h>

namespace search {
namespace {

using Clock = std::chrono::steady_clock;
using namespace std::chrono_literals;

TEST(Watch, is_never_over_before_it_is_armed) {
    Watch watch({.nodes = 1, .deadline = Clock::now() - 1s});
    for (int i = 0; i < 10'000; ++i) {
        watch.visit();
    }
    EXPECT_FALSE(watch.is_over());
    EXPECT_EQ(watch.nodes(), 10'000U);
    watch.arm();
    EXPECT_TRUE(watch.is_over());
}

TEST(Watch, limit_of_nodes_is_exact) {
    for (const std::uint64_t limit : {1U, 2U, 511U, 512U, 513U, 5'000U}) {
        Watch watch({.nodes = limit});
        watch.arm();
        while (!watch.is_over()) {
            watch.visit();
        }
        EXPECT_EQ(watch.nodes(), limit);
    }
}

TEST(Watch, passed_deadline_is_seen_at_once) {
    Watch watch({.deadline = Clock::now() - 1s});
    watch.arm();
    EXPECT_TRUE(watch.is_over());
    Watch later({.deadline = Clock::now() + 1h});
    later.arm();
    for (int i = 0; i < 10'000; ++i) {
        later.visit();
    }
    EXPECT_FALSE(later.is_over());
}

TEST(Watch, without_limits_is_never_over) {
    Watch watch({});
    watch.arm();
    for (int i = 0; i < 10'000; ++i) {
        watch.visit();
    }
    EXPECT_FALSE(watch.is_over());
}

} // namespace
} // namespace search
