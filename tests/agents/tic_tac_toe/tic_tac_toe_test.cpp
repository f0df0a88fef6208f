#include "agents/search/minimax.hpp"
#include "agents/tic_tac_toe/tic_tac_toe.hpp"
#include "tests/agents/search/node_count.hpp"
#include "tests/agents/tic_tac_toe/board_of.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <map>
#include <set>
#include <utility>

namespace search {
namespace {

using Board = TicTacToe::Position;
using Cell = TicTacToe::Move;

TEST(TicTacToeModel, lines_end_the_game) {
    for (const unsigned line : {0007U, 0070U, 0700U, 0111U, 0222U, 0444U, 0421U, 0124U}) {
        const Board lost = board_of(0, line);
        EXPECT_TRUE(TicTacToe::is_finished(lost));
        EXPECT_TRUE(TicTacToe::moves(lost).empty());
        EXPECT_EQ(TicTacToe::finished_score(lost, 5), -(kInfinity - 5));
    }
    EXPECT_FALSE(TicTacToe::is_finished(board_of(0, 0013)));
    const Board drawn = board_of(0162, 0615);
    EXPECT_TRUE(TicTacToe::is_finished(drawn));
    EXPECT_EQ(TicTacToe::finished_score(drawn, 9), 0);
}

TEST(TicTacToeModel, sides_take_turns) {
    const Board first = TicTacToe::after(Board(), TicTacToe::Move{4});
    EXPECT_EQ(first.own(), 0);
    EXPECT_EQ(first.theirs(), 0020);
    const Board second = TicTacToe::after(first, TicTacToe::Move{0});
    EXPECT_EQ(second.own(), 0020);
    EXPECT_EQ(second.theirs(), 0001);
    EXPECT_EQ(TicTacToe::moves(first).size(), 8U);
    EXPECT_FALSE(TicTacToe::is_legal(first, TicTacToe::Move{4}));
    EXPECT_TRUE(TicTacToe::is_legal(first, TicTacToe::Move{8}));
}

void collect(const Board& position, std::set<std::pair<int, int>>& boards, std::set<std::uint64_t>& keys) {
    if (!boards.emplace(position.own(), position.theirs()).second) {
        return;
    }
    keys.insert(TicTacToe::key(position));
    for (const auto move : TicTacToe::moves(position)) {
        collect(TicTacToe::after(position, move), boards, keys);
    }
}

TEST(TicTacToeModel, every_reachable_position_has_its_own_key) {
    std::set<std::pair<int, int>> boards;
    std::set<std::uint64_t> keys;
    collect(Board(), boards, keys);
    EXPECT_EQ(boards.size(), 5478U);
    EXPECT_EQ(keys.size(), boards.size());
}

// 549946 positions: the known number of nodes of the whole tree.
TEST(TicTacToeModel, whole_tree_has_the_known_number_of_nodes) {
    std::uint64_t nodes = 0;
    EXPECT_EQ(max_value<TicTacToe>(Board(), 0, 9, NodeCount(nodes)), 0);
    EXPECT_EQ(nodes, 549'946U);
    nodes = 0;
    EXPECT_EQ(negamax_value<TicTacToe>(Board(), 0, 9, NodeCount(nodes)), 0);
    EXPECT_EQ(nodes, 549'946U);
    nodes = 0;
    EXPECT_EQ(minimax_move<TicTacToe>(Board(), TicTacToe::moves(Board()), 9, NodeCount(nodes)).value, 0);
    EXPECT_EQ(nodes, 549'946U);
}

TEST(TicTacToeModel, alphabeta_finds_the_same_value_from_fewer_nodes) {
    std::uint64_t nodes = 0;
    EXPECT_EQ(alphabeta_value<TicTacToe>(Board(), 0, 9, Window{}, NodeCount(nodes)), 0);
    EXPECT_LT(nodes, 549'946U / 10);
    // Two in a row and to move: a win at the first ply, whatever the depth.
    const Board winning = board_of(0003, 0030);
    EXPECT_EQ(alphabeta_move<TicTacToe>(winning, TicTacToe::moves(winning), 9).value, kInfinity - 1);
    EXPECT_EQ(alphabeta_move<TicTacToe>(winning, TicTacToe::moves(winning), 9).move, TicTacToe::Move{2});
}

/// What the side to move gets with best play, and after how many plies, by a search without any cut.
using Outcome = std::pair<int, int>;
using Key = std::pair<unsigned, unsigned>;

Outcome outcome_of(const Board& position, std::map<Key, Outcome>& known) {
    if (TicTacToe::is_finished(position)) {
        return {tic_tac_toe::has_line(position.theirs()) ? -1 : 0, 0};
    }
    const auto [place, is_new] = known.try_emplace({position.own(), position.theirs()});
    if (!is_new) {
        return place->second;
    }
    Outcome best{-2, 0};
    for (const Cell move : TicTacToe::moves(position)) {
        const auto [value, plies] = outcome_of(TicTacToe::after(position, move), known);
        const Outcome found{-value, plies + 1};
        const bool is_sooner = found.first > 0 ? found.second < best.second : found.second > best.second;
        if (found.first > best.first || (found.first == best.first && is_sooner)) {
            best = found;
        }
    }
    known[{position.own(), position.theirs()}] = best;
    return best;
}

TEST(TicTacToeSolver, plays_a_best_move_in_every_position) {
    std::map<Key, Outcome> known;
    EXPECT_EQ(outcome_of(Board{}, known), Outcome(0, 9));
    EXPECT_EQ(known.size(), 5478U - 958) << "the positions that are not finished";
    const TicTacToeSolver solver;
    for (const auto& [key, outcome] : known) {
        Board position;
        position.marks = {static_cast<tic_tac_toe::Squares>(key.first),
                          static_cast<tic_tac_toe::Squares>(key.second)};
        Watch watch({});
        const auto solved = solver.solve(position, watch);
        ASSERT_EQ(Outcome(solved.score, solved.plies), outcome);
        const auto [value, plies] = outcome_of(TicTacToe::after(position, solved.move), known);
        ASSERT_EQ(Outcome(-value, plies + 1), outcome);
        ASSERT_EQ(static_cast<int>(solver.line(position, solved).size()), solved.plies);
    }
}

TEST(TicTacToeSolver, begins_in_the_centre) {
    Watch watch({});
    EXPECT_EQ(TicTacToeSolver().solve(Board{}, watch).move, Cell(4));
}

TEST(Solved, text_says_score_and_distance) {
    EXPECT_EQ(to_string(Solved<Cell>{Cell(0), -2, 38}), "score -2 loss 38");
    EXPECT_EQ(to_string(Solved<Cell>{Cell(0), 0, 9}), "score 0 draw 9");
    EXPECT_EQ(to_string(Solved<Cell>{Cell(0), 1, 41}), "score 1 win 41");
}

} // namespace
} // namespace search
