#include "agents/search/alphabeta.hpp"
#include "agents/search/count.hpp"
#include "tests/agents/search_positions.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <type_traits>

namespace search {
namespace {

static_assert(std::is_empty_v<NoCount> && std::is_trivially_copyable_v<NoCount>,
              "an empty argument passed by value takes no register");

TEST(Count, adds_to_a_number_that_outlives_it) {
    std::uint64_t nodes = 5;
    const NodeCount count(nodes);
    const NodeCount copy = count;
    count.visit();
    copy.visit();
    EXPECT_EQ(nodes, 7U);
}

TEST(TimedCount, ends_a_search_soon_after_its_deadline) {
    using namespace std::chrono_literals;
    const ataxx::Position start;
    const auto moves = legal_moves(start);
    std::uint64_t nodes = 0;
    const auto now = std::chrono::steady_clock::now();
    EXPECT_THROW((void)alphabeta_move<Ataxx>(start, moves, 12, TimedCount(nodes, now)), OutOfTime);
    EXPECT_GT(nodes, 0U);
    EXPECT_LT(nodes, 10'000U);
    nodes = 0;
    std::uint64_t expected = 0;
    EXPECT_EQ(alphabeta_move<Ataxx>(start, moves, 3, TimedCount(nodes, now + 1h)).move,
              alphabeta_move<Ataxx>(start, moves, 3, NodeCount(expected)).move);
    EXPECT_EQ(nodes, expected);
}

static_assert(kCannotThrow<NoCount> && kCannotThrow<NodeCount> && !kCannotThrow<TimedCount>);

TEST(Count, changes_nothing_else) {
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
