#include "agents/program/timed.hpp"

#include <gtest/gtest.h>

#include <limits>

namespace search {
namespace {

using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

const Clock::time_point kNow = Clock::now();

TimedOptions options(std::optional<std::int64_t> move_ms, std::optional<std::uint64_t> nodes,
                     std::optional<int> depth) {
    TimedOptions given;
    given.move_ms = move_ms;
    given.most_nodes = nodes;
    given.most_depth = depth;
    return given;
}

TEST(Timed, deadline_follows_options_and_time_left) {
    const struct {
        TimedOptions given;
        milliseconds left;
        milliseconds expected;
    } rows[]{
        {options({}, {}, {}), 10'000ms, 150ms},
        {options({}, {}, {}), 1'000ms, 10ms},
        {options({}, {}, {}), 100ms, 2ms},
        {options({}, {}, {}), 0ms, 0ms},
        {options(40, {}, {}), 10'000ms, 40ms},
        {options(40, 1'000, 3), 10'000ms, 40ms},
        {options(5'000, {}, {}), 10'000ms, 497ms}, // a twentieth of what is above the reserve
        {options({}, 1'000, {}), 10'000ms, 497ms}, // nodes and depth end the search; the deadline only keeps
                                                   // it from a time loss
        {options({}, {}, 3), 1'000ms, 47ms},
    };
    for (const auto& row : rows) {
        EXPECT_EQ(limits_of(row.given, row.left, kNow).deadline, kNow + row.expected) << row.left.count();
    }
}

TEST(Timed, limits_of_nodes_and_depth_are_those_given) {
    const Limits given = limits_of(options({}, 1'000, 3), 10'000ms, kNow);
    EXPECT_EQ(given.nodes, 1'000U);
    EXPECT_EQ(given.depth, 3);
    const Limits free = limits_of(options({}, {}, {}), 10'000ms, kNow);
    EXPECT_EQ(free.nodes, std::numeric_limits<std::uint64_t>::max());
    EXPECT_EQ(free.depth, kMaxDepth);
}

TEST(Timed, clock_for_the_game_is_shared_out_anew_for_each_move) {
    // A twentieth of 10 s less the reserve, and three quarters of the increment.
    OwnClock clock(10'060ms);
    EXPECT_EQ(flexible_limits_of(options({}, {}, {}), clock, kNow).enough, kNow + 300ms);
    EXPECT_EQ(flexible_limits_of(options({}, {}, {}), clock, kNow).deadline, kNow + 1'000ms);
    clock.increment = 100ms;
    EXPECT_EQ(flexible_limits_of(options({}, {}, {}), clock, kNow).deadline, kNow + 1'150ms);
    EXPECT_EQ(flexible_limits_of(options({}, {}, {}), 80ms, kNow).deadline, kNow + 2ms);
    for (const milliseconds none : {0ms, 60ms}) {
        EXPECT_EQ(flexible_limits_of(options({}, {}, {}), none, kNow).deadline, kNow);
    }
    EXPECT_FALSE(flexible_limits_of(options(40, {}, {}), 10'000ms, kNow).enough);
    EXPECT_FALSE(flexible_limits_of(options({}, 1'000, {}), 10'000ms, kNow).enough);
    clock.move = 50ms;
    EXPECT_FALSE(flexible_limits_of(options({}, {}, {}), clock, kNow).enough);
}

} // namespace
} // namespace search
