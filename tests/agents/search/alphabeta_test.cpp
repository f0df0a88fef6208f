#include "agents/search/alphabeta.hpp"
#include "agents/search/minimax.hpp"
#include "referee/base/splitmix64.hpp"
#include "tests/agents/search/search_positions.hpp"

#include <gtest/gtest.h>

namespace search {
namespace {

using ataxx::Move;
using ataxx::Position;
using referee::Side;

Move alphabeta_3(const Position& position) {
    return alphabeta_move<Ataxx>(position, legal_moves(position), 3).move;
}

TEST(AlphaBeta, open_window_gives_the_value_of_minimax) {
    for (const Position& position : random_positions(40, 2)) {
        for (int depth = 0; depth <= 2; ++depth) {
            ASSERT_EQ(alphabeta_value<Ataxx>(position, 0, depth, Window{}),
                      max_value<Ataxx>(position, 0, depth));
        }
    }
}

TEST(AlphaBeta, narrow_window_gives_a_bound_on_the_right_side) {
    for (const Position& position : random_positions(20, 3)) {
        const int value = max_value<Ataxx>(position, 0, 2);
        for (const int alpha : {-6, -2, 0, 1, 5}) {
            const int bound = alphabeta_value<Ataxx>(position, 0, 2, {alpha, alpha + 1});
            ASSERT_EQ(bound > alpha, value > alpha);
        }
    }
}

TEST(AlphaBeta, chooses_the_moves_of_minimax_from_fewer_nodes) {
    referee::SplitMix64 random(4);
    std::uint64_t minimax_nodes = 0;
    std::uint64_t alphabeta_nodes = 0;
    for (const Position& position : random_positions(60, 4)) {
        auto moves = legal_moves(position);
        for (int depth = 1; depth <= 2; ++depth) {
            for (int order = 0; order < 2; ++order) { // whatever the order
                const auto expected = minimax_move<Ataxx>(position, moves, depth, NodeCount(minimax_nodes));
                const auto choice = alphabeta_move<Ataxx>(position, moves, depth, NodeCount(alphabeta_nodes));
                ASSERT_EQ(choice.move, expected.move);
                ASSERT_EQ(choice.value, expected.value);
                random.shuffle(moves);
            }
        }
    }
    EXPECT_LT(alphabeta_nodes, minimax_nodes / 2);
}

// Game for game, from 100 random openings of four moves.
TEST(AlphaBeta, plays_the_games_of_minimax) {
    std::mt19937_64 random(100);
    for (int game = 0; game < 100; ++game) {
        const Position opening = random_position(random, 4);
        const auto by_minimax = self_play(opening, [](const Position& position) {
            return minimax_move<Ataxx>(position, legal_moves(position), 2).move;
        });
        const auto by_alphabeta = self_play(opening, [](const Position& position) {
            return alphabeta_move<Ataxx>(position, legal_moves(position), 2).move;
        });
        ASSERT_EQ(by_alphabeta.moves, by_minimax.moves) << "opening " << game;
    }
}

// To depth 3, as the agents play by default; minimax makes it slow.
TEST(AlphaBetaSlow, plays_the_games_of_minimax_to_depth_3) {
    std::mt19937_64 random(101);
    for (int game = 0; game < 10; ++game) {
        const Position opening = random_position(random, 4);
        const auto by_minimax = self_play(opening, [](const Position& position) {
            return minimax_move<Ataxx>(position, legal_moves(position), 3).move;
        });
        ASSERT_EQ(self_play(opening, alphabeta_3).moves, by_minimax.moves) << "opening " << game;
    }
}

// The article's experiment: to depth 3 it plays minimax's game, 26-23 for the first player at turn 89.
TEST(AlphaBeta, plays_the_game_of_the_article) {
    const auto game = self_play(Position(), alphabeta_3);
    EXPECT_EQ(game.moves.size(), 89U);
    EXPECT_EQ(game.last.stones(Side::First).count(), 26);
    EXPECT_EQ(game.last.stones(Side::Second).count(), 23);
}

} // namespace
} // namespace search
