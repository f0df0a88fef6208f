#include "agents/search/alphabeta.hpp"
#include "agents/search/count.hpp"
#include "tests/agents/search_positions.hpp"

#include <gtest/gtest.h>

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
