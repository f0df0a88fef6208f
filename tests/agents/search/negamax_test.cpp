#include "agents/search/minimax.hpp"
#include "agents/search/negamax.hpp"
#include "referee/base/splitmix64.hpp"
#include "tests/agents/search/search_positions.hpp"

#include <gtest/gtest.h>

namespace search {
namespace {

using ataxx::Position;

TEST(Negamax, has_the_values_and_node_counts_of_minimax) {
    for (const Position& position : random_positions(40, 1)) {
        for (int depth = 0; depth <= 2; ++depth) {
            std::uint64_t negamax_nodes = 0;
            std::uint64_t minimax_nodes = 0;
            ASSERT_EQ(negamax_value<Ataxx>(position, 0, depth, NodeCount(negamax_nodes)),
                      max_value<Ataxx>(position, 0, depth, NodeCount(minimax_nodes)));
            ASSERT_EQ(negamax_nodes, minimax_nodes);
        }
    }
}

TEST(Negamax, chooses_the_moves_of_minimax_whatever_their_order) {
    referee::SplitMix64 random(4);
    for (const Position& position : random_positions(40, 4)) {
        auto moves = legal_moves(position);
        for (int depth = 1; depth <= 2; ++depth) {
            ASSERT_EQ(negamax_move<Ataxx>(position, moves, depth).move,
                      minimax_move<Ataxx>(position, moves, depth).move);
            random.shuffle(moves);
        }
    }
}

// Game for game, from 100 random openings of four moves.
TEST(Negamax, plays_the_games_of_minimax) {
    std::mt19937_64 random(100);
    for (int game = 0; game < 100; ++game) {
        const Position opening = random_position(random, 4);
        const auto by_minimax = self_play(opening, [](const Position& position) {
            return minimax_move<Ataxx>(position, legal_moves(position), 2).move;
        });
        const auto by_negamax = self_play(opening, [](const Position& position) {
            return negamax_move<Ataxx>(position, legal_moves(position), 2).move;
        });
        ASSERT_EQ(by_negamax.moves, by_minimax.moves) << "opening " << game;
    }
}

} // namespace
} // namespace search
