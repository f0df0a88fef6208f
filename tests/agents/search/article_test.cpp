// The small tree in the figures of the article on minimax, and the pseudo-code that it prints.

#include "agents/search/minimax.hpp"
#include "agents/tic_tac_toe/tic_tac_toe.hpp"
#include "tests/agents/search/four_leaves.hpp"
#include "tests/agents/search/node_count.hpp"
#include "tests/support/printed_alphabeta.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <vector>

namespace search {
namespace {

/// The root with the nodes B (1) and C (2).
using FigureTree = FourLeaves<std::array{3, 5, 2, 9}>;

TEST(ArticleFigures, minimax_takes_3_rather_than_2) {
    FigureTree::leaves_visited.clear();
    const auto best = minimax_move<FigureTree>(0, FigureTree::moves(0), 2);
    EXPECT_EQ(best.value, 3);
    EXPECT_EQ(best.move, 1) << "the node B";
    EXPECT_EQ(FigureTree::leaves_visited, (std::vector<int>{3, 4, 5, 6}));
}

TEST(ArticleFigures, alpha_beta_leaves_the_node_c_after_its_first_leaf) {
    FigureTree::leaves_visited.clear();
    const auto best = alphabeta_move<FigureTree>(0, FigureTree::moves(0), 2);
    EXPECT_EQ(best.value, 3);
    EXPECT_EQ(best.move, 1);
    EXPECT_EQ(FigureTree::leaves_visited, (std::vector<int>{3, 4, 5}));
}

TEST(ArticlePseudoCode, prunes_nothing_where_our_alpha_beta_does) {
    std::uint64_t printed = 0;
    EXPECT_EQ(printed_alphabeta({}, {}, NodeCount(printed)), 0);
    EXPECT_EQ(printed, 549'946U) << "all that minimax visits";
    std::uint64_t ours = 0;
    EXPECT_EQ(alphabeta_value<TicTacToe>({}, 0, 9, {}, NodeCount(ours)), 0);
    EXPECT_EQ(ours, 20'866U);
}

} // namespace
} // namespace search
