#include "agents/search/minimax.hpp"
#include "agents/search/watch.hpp"
#include "tests/agents/search/node_count.hpp"
#include "tests/agents/search/search_positions.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <type_traits>

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

static_assert(std::is_empty_v<NoCount> && std::is_trivially_copyable_v<NoCount>,
              "an empty argument passed by value takes no register");

TEST(Count, copies_add_to_the_same_number) {
    std::uint64_t nodes = 5;
    const NodeCount count(nodes);
    const NodeCount copy = count;
    count.visit();
    copy.visit();
    EXPECT_EQ(nodes, 7U);
}

TEST(WatchedCount, ends_a_search_soon_after_its_deadline) {
    using namespace std::chrono_literals;
    const ataxx::Position start;
    const auto moves = legal_moves(start);
    const auto now = std::chrono::steady_clock::now();
    for (const auto deadline : {now, now + 20ms}) {
        Watch watch({.deadline = deadline});
        watch.arm();
        EXPECT_THROW((void)alphabeta_move<Ataxx>(start, moves, 12, WatchedCount(watch)), OutOfTime);
        EXPECT_GE(std::chrono::steady_clock::now(), deadline);
        EXPECT_GT(watch.nodes(), 0U);
        if (deadline == now) {
            EXPECT_LT(watch.nodes(), 10'000U);
        }
    }
    Watch watch({.deadline = now + 1h});
    watch.arm();
    std::uint64_t expected = 0;
    EXPECT_EQ(alphabeta_move<Ataxx>(start, moves, 3, WatchedCount(watch)).move,
              alphabeta_move<Ataxx>(start, moves, 3, NodeCount(expected)).move);
    EXPECT_EQ(watch.nodes(), expected);
}

TEST(Count, changes_no_choice) {
    for (const auto& position : random_positions(20, 1)) {
        std::uint64_t nodes = 0;
        const auto moves = legal_moves(position);
        ASSERT_EQ(alphabeta_move<Ataxx>(position, moves, 2).move,
                  alphabeta_move<Ataxx>(position, moves, 2, NodeCount(nodes)).move);
        ASSERT_GT(nodes, moves.size());
    }
}

} // namespace

} // namespace search
