#include "agents/program/clock.hpp"

#include <gtest/gtest.h>

namespace search {
namespace {

using namespace std::chrono_literals;
using std::chrono::microseconds;
using std::chrono::milliseconds;

TEST(ThinkingTime, follows_the_article_while_much_time_is_left) {
    const struct {
        milliseconds left;
        microseconds expected;
    } rows[]{{10'000ms, 150ms}, {3'060ms, 150ms}, {1'149ms, 10ms}, {260ms, 10ms}};
    for (const auto& row : rows) {
        EXPECT_EQ(thinking_time(row.left, kMoveTime), row.expected) << row.left.count();
    }
}

TEST(ThinkingTime, is_at_most_a_twentieth_of_what_is_above_the_reserve) {
    const struct {
        milliseconds left;
        milliseconds wanted;
        microseconds expected;
    } rows[]{{3'059ms, 150ms, 149'950us}, {1'150ms, 150ms, 54'500us}, {10'000ms, 5'000ms, 497'000us},
             {259ms, 150ms, 9'950us},     {100ms, 150ms, 2ms},        {80ms, 150ms, 1ms},
             {61ms, 150ms, 50us},         {60ms, 150ms, 0us},         {59ms, 150ms, 0us},
             {1ms, 150ms, 0us},           {0ms, 150ms, 0us},          {10'000ms, 20ms, 20ms},
             {1'149ms, 5ms, 5ms},         {1'149ms, 20ms, 10ms}};
    for (const auto& row : rows) {
        EXPECT_EQ(thinking_time(row.left, row.wanted), row.expected) << row.left.count();
    }
}

TEST(ThinkingTime, without_a_wanted_time_is_a_twentieth_of_what_is_above_the_reserve) {
    EXPECT_EQ(thinking_time(10'000ms, {}), 497ms);
    EXPECT_EQ(thinking_time(1'000ms, {}), 47ms);
    EXPECT_EQ(thinking_time(30ms, {}), 0us);
}

// 200 turns. Each is charged 100 us more than the agent thought, for the way of the messages.
TEST(ThinkingTime, leaves_time_at_the_end_of_the_longest_game) {
    for (const milliseconds budget : {10'000ms, 1'000ms, 100ms}) {
        for (const milliseconds wanted : {1ms, 10ms, 150ms, 100'000ms}) {
            microseconds left = budget;
            for (int turn = 0; turn < 200; ++turn) {
                left -= thinking_time(std::chrono::floor<milliseconds>(left), wanted) + 100us;
            }
            EXPECT_GT(left, 38ms) << budget.count() << ' ' << wanted.count();
        }
    }
}

TEST(FixedDepthTime, is_half_of_what_is_above_the_reserve) {
    EXPECT_EQ(fixed_depth_time(10'000ms), 4'970ms);
    EXPECT_EQ(fixed_depth_time(100ms), 20ms);
    EXPECT_EQ(fixed_depth_time(60ms), 0ms);
    EXPECT_EQ(fixed_depth_time(0ms), 0ms);
}

// At 150 ms and 10 ms a move 10 s are used up in 160 moves.
TEST(ThinkingTime, by_the_articles_rule_alone_runs_out) {
    milliseconds left = 10'000ms;
    int moves = 0;
    for (; left > 0ms; ++moves) {
        left -= left < kHurryBelow ? kHurriedMoveTime : kMoveTime;
    }
    EXPECT_LT(moves, 200);
}

} // namespace
} // namespace search
