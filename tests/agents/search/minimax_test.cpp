#include "agents/search/minimax.hpp"
#include "agents/tic_tac_toe/tic_tac_toe.hpp"
#include "referee/base/seed.hpp"
#include "tests/agents/search/node_count.hpp"
#include "tests/agents/search/search_positions.hpp"
#include "tests/support/repetitions.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

namespace search {
namespace {

using ataxx::Move;
using ataxx::MoveList;
using ataxx::Position;
using ataxx::Square;
using referee::Side;

/// Minimax as in a textbook: the value for the first player, whom one side helps and the other hinders.
int textbook_value(const Position& position, int ply, int depth) {
    const int difference = position.stones(Side::First).count() - position.stones(Side::Second).count();
    if (position.is_finished()) {
        const bool first_to_move = position.to_move() == Side::First;
        const int own = first_to_move ? difference : -difference;
        const int value = own > 0 ? (1 << 30) - ply : ply - (1 << 30);
        return first_to_move ? value : -value;
    }
    if (ply == depth) {
        return difference;
    }
    std::vector<int> values;
    for (const Move move : legal_moves(position)) {
        values.push_back(textbook_value(position.after(move), ply + 1, depth));
    }
    return position.to_move() == Side::First ? *std::max_element(values.begin(), values.end())
                                             : *std::min_element(values.begin(), values.end());
}

TEST(Minimax, has_the_values_of_the_textbook) {
    for (const Position& position : random_positions(40, 1)) {
        for (int depth = 0; depth <= 2; ++depth) {
            const int expected = textbook_value(position, 0, depth);
            ASSERT_EQ(max_value<Ataxx>(position, 0, depth),
                      position.to_move() == Side::First ? expected : -expected);
            ASSERT_EQ(min_value<Ataxx>(position, 0, depth, NoCount()),
                      position.to_move() == Side::First ? -expected : expected);
        }
    }
}

TEST(Minimax, chosen_move_has_the_value_of_the_position) {
    for (const Position& position : random_positions(40, 2)) {
        const auto choice = minimax_move<Ataxx>(position, legal_moves(position), 2);
        ASSERT_EQ(choice.value, max_value<Ataxx>(position, 0, 2));
        ASSERT_EQ(choice.value, min_value<Ataxx>(position.after(choice.move), 1, 2, NoCount()));
    }
}

TEST(Minimax, chooses_the_first_of_equal_moves) {
    const MoveList moves = legal_moves(Position());
    EXPECT_EQ(minimax_move<Ataxx>(Position(), moves, 1).move, moves[0]); // all clones are worth one stone
    EXPECT_EQ(greedy_move<Ataxx>(Position(), moves).move, moves[0]);
    MoveList reversed;
    for (std::size_t i = moves.size(); i > 0; --i) {
        reversed.push_back(moves[i - 1]);
    }
    // In that order the first clone is the last of the corner (7,7).
    EXPECT_EQ(minimax_move<Ataxx>(Position(), reversed, 1).move, Move(Square(48), Square(47)));
    EXPECT_EQ(greedy_move<Ataxx>(Position(), reversed).move, Move(Square(48), Square(47)));
}

TEST(Minimax, takes_a_win_at_once) {
    // A clone to (1,4) takes the last two stones; a clone next to one of them takes one only.
    const Position win = at("1x1o3/5x1/7/7/7/7/7 x");
    for (const int depth : {1, 2, 3}) {
        const auto choice = minimax_move<Ataxx>(win, legal_moves(win), depth);
        EXPECT_TRUE(win.after(choice.move).is_finished()) << depth << ' ' << to_string(choice.move);
        EXPECT_EQ(choice.value, (1 << 30) - 1); // at the first ply, whatever the depth
    }
}

TEST(Minimax, pass_takes_a_ply) {
    const Position stuck = at("xxxxxxx/xxxxxxx/xxxxxxx/xxxoooo/ooooooo/ooooooo/oooooo1 x");
    const auto choice = minimax_move<Ataxx>(stuck, legal_moves(stuck), 3);
    EXPECT_TRUE(choice.move.is_pass());
    // The second player fills the board with its 25th stone: lost at the second ply.
    EXPECT_EQ(choice.value, -((1 << 30) - 2));
}

TEST(Minimax, visits_every_position_up_to_its_depth) {
    std::uint64_t nodes = 0;
    (void)minimax_move<Ataxx>(Position(), legal_moves(Position()), 3, NodeCount(nodes));
    EXPECT_EQ(nodes, 1U + 16 + 256 + 6652); // perft, each MOVE line counted
}

// The article's experiment: to depth 3 minimax plays this game, 26-23 for the first player at turn 89.
TEST(Minimax, plays_the_game_of_the_article) {
    const auto game = self_play(Position(), [](const Position& position) {
        return minimax_move<Ataxx>(position, legal_moves(position), 3).move;
    });
    EXPECT_EQ(game.moves.size(), 89U);
    EXPECT_EQ(game.last.stones(Side::First).count(), 26);
    EXPECT_EQ(game.last.stones(Side::Second).count(), 23);
}

TEST(Greedy, takes_the_move_with_the_best_stone_difference) {
    // (3,3) touches three stones; everything else touches fewer.
    const Position position = at("7/1ooo3/7/2x4/7/7/6o x");
    std::uint64_t nodes = 0;
    const auto choice = greedy_move<Ataxx>(position, legal_moves(position), NodeCount(nodes));
    EXPECT_EQ(to_string(choice.move), "4 3 3 3");
    EXPECT_EQ(choice.value, 5 - 1); // three turned over and one new, against one left
    EXPECT_EQ(choice.move, minimax_move<Ataxx>(position, legal_moves(position), 1).move);
    EXPECT_EQ(nodes, 1 + legal_moves(position).size());
}

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
    for (int game = 0; game < referee::testing_support::repetitions(100); ++game) {
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
    for (int game = 0; game < referee::testing_support::repetitions(100); ++game) {
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

namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(Killers, most_recent_move_is_first_and_the_oldest_is_dropped) {
    Killers<int> killers(3);
    EXPECT_THAT(killers.at(2), IsEmpty());
    killers.cut_off(2, 10);
    killers.cut_off(2, 20);
    EXPECT_THAT(killers.at(2), ElementsAre(20, 10));
    killers.cut_off(2, 30);
    killers.cut_off(2, 40);
    EXPECT_THAT(killers.at(2), ElementsAre(40, 30, 20));
    EXPECT_THAT(killers.at(1), IsEmpty());
    EXPECT_THAT(killers.at(3), IsEmpty());
}

TEST(Killers, known_move_moves_to_the_front) {
    Killers<int> killers(3);
    for (const int move : {10, 20, 30}) {
        killers.cut_off(0, move);
    }
    killers.cut_off(0, 20);
    EXPECT_THAT(killers.at(0), ElementsAre(20, 30, 10));
    killers.cut_off(0, 10);
    EXPECT_THAT(killers.at(0), ElementsAre(10, 20, 30));
    killers.cut_off(0, 10);
    EXPECT_THAT(killers.at(0), ElementsAre(10, 20, 30));
    killers.clear();
    EXPECT_THAT(killers.at(0), IsEmpty());
}

TEST(Killers, list_of_none_stays_empty_and_the_greatest_depth_has_a_list) {
    Killers<int> none(0);
    none.cut_off(0, 1);
    EXPECT_THAT(none.at(0), IsEmpty());
    Killers<int> one(1);
    one.cut_off(kMaxDepth, 1);
    one.cut_off(kMaxDepth, 2);
    EXPECT_THAT(one.at(kMaxDepth), ElementsAre(2));
}

TEST(Killer, chooses_the_moves_of_alphabeta_from_fewer_nodes) {
    for (const std::size_t kept : {1U, 2U, 4U, 32U}) {
        Killers<ataxx::Move> killers(kept);
        std::uint64_t plain_nodes = 0;
        std::uint64_t killer_nodes = 0;
        for (const auto& position : random_positions(referee::testing_support::repetitions(60), 4)) {
            const auto moves = legal_moves(position);
            const auto expected = alphabeta_move<Ataxx>(position, moves, 3, NodeCount(plain_nodes));
            const auto choice = killer_move<Ataxx>(position, moves, 3, killers, NodeCount(killer_nodes));
            ASSERT_EQ(choice.move, expected.move);
            ASSERT_EQ(choice.value, expected.value);
        }
        EXPECT_LT(killer_nodes, plain_nodes * 8 / 10) << kept;
    }
}

TEST(Killer, without_killers_visits_the_nodes_of_alphabeta) {
    Killers<ataxx::Move> none(0);
    std::uint64_t plain_nodes = 0;
    std::uint64_t killer_nodes = 0;
    for (const auto& position : random_positions(10, 5)) {
        (void)alphabeta_move<Ataxx>(position, legal_moves(position), 3, NodeCount(plain_nodes));
        (void)killer_move<Ataxx>(position, legal_moves(position), 3, none, NodeCount(killer_nodes));
    }
    EXPECT_EQ(killer_nodes, plain_nodes);
}

TEST(Killer, solves_tic_tac_toe_from_fewer_nodes) {
    Killers<TicTacToe::Move> killers(2);
    std::uint64_t plain_nodes = 0;
    std::uint64_t killer_nodes = 0;
    const TicTacToe::Position start;
    EXPECT_EQ(alphabeta_value<TicTacToe>(start, 0, 9, Window{}, NodeCount(plain_nodes)), 0);
    const KillerTree<TicTacToe, NodeCount> tree(killers, 9, NodeCount(killer_nodes));
    EXPECT_EQ(tree.value(start, 0, Window{}), 0);
    EXPECT_LT(killer_nodes, plain_nodes);
}

} // namespace
} // namespace search
