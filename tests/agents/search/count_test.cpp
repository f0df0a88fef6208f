#include "agents/search/alphabeta.hpp"
#include "agents/search/count.hpp"
#include "tests/agents/search/search_positions.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <type_traits>

namespace search {
namespace {

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

static_assert(kCannotThrow<NoCount> && kCannotThrow<NodeCount> && !kCannotThrow<WatchedCount>);

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
