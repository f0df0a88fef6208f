#include "agents/ataxx/ataxx.hpp"
#include "agents/search/mcts.hpp"
#include "agents/tic_tac_toe/tic_tac_toe.hpp"
#include "tests/agents/search/four_leaves.hpp"
#include "tests/agents/search/search_positions.hpp"
#include "tests/agents/tic_tac_toe/board_of.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <map>
#include <utility>
#include <vector>

namespace search {
namespace {

using Cell = TicTacToe::Move;
using Board = TicTacToe::Position;

/// Playouts to the end of the game, which is at most 9 plies away.
constexpr MctsSettings kToTheEnd{.exploration = 1.0, .playout_plies = 9};

Cell move_of_mcts(const Board& board, const MctsSettings& settings, std::uint64_t playouts,
                  std::uint64_t seed = 1) {
    return Mcts<TicTacToe>(settings, seed).search(board, {.playouts = playouts}).move;
}

/// Plays with `settings` against every sequence of moves of the other side.
class EveryGame {
  public:
    EveryGame(const MctsSettings& settings, std::uint64_t playouts)
        : settings_(settings)
        , playouts_(playouts) {}

    /// Whether one of the games from `board` is lost.
    bool can_lose(const Board& board, bool is_mcts_to_move) {
        if (TicTacToe::is_finished(board)) {
            return (TicTacToe::finished_score(board, 0) < 0) == is_mcts_to_move &&
                   TicTacToe::finished_score(board, 0) != 0;
        }
        if (is_mcts_to_move) {
            const auto known = answers_.find({board.own(), board.theirs()});
            const Cell move =
                known != answers_.end() ? known->second : move_of_mcts(board, settings_, playouts_);
            answers_[{board.own(), board.theirs()}] = move;
            return can_lose(TicTacToe::after(board, move), false);
        }
        const auto moves = TicTacToe::moves(board);
        return std::any_of(moves.begin(), moves.end(),
                           [&](const Cell& move) { return can_lose(TicTacToe::after(board, move), true); });
    }

  private:
    MctsSettings settings_;
    std::uint64_t playouts_;
    std::map<std::pair<int, int>, Cell> answers_;
};

TEST(Mcts, with_enough_playouts_no_game_of_tic_tac_toe_is_lost) {
    EXPECT_FALSE(EveryGame(kToTheEnd, 3000).can_lose(Board(), true));
    EXPECT_FALSE(EveryGame(kToTheEnd, 3000).can_lose(Board(), false));
}

TEST(Mcts, with_one_playout_games_are_lost) {
    EXPECT_TRUE(EveryGame(kToTheEnd, 1).can_lose(Board(), false));
}

constexpr MctsSettings kFlat{.exploration = 1.0, .is_flat = true, .playout_plies = 9};

TEST(Mcts, tree_and_flat_take_a_win) {
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
        const Board winning{0003, 0030}; // 0 and 1 against 3 and 4
        EXPECT_EQ(move_of_mcts(winning, kToTheEnd, 500, seed), Cell{2});
        EXPECT_EQ(move_of_mcts(winning, kFlat, 500, seed), Cell{2});
    }
}

// 0 against 3 and 4. Two in a row of its own look as good to flat playouts, where the answer is random.
TEST(Mcts, tree_stops_a_win) {
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
        EXPECT_EQ(move_of_mcts(board_of(0001, 0030), kToTheEnd, 2000, seed), Cell{5});
    }
}

TEST(Mcts, share_of_wins_is_that_of_random_games) {
    const auto rate = [](const Board& board) {
        return Mcts<TicTacToe>(kToTheEnd, 1).search(board, {.playouts = 500}).win_rate;
    };
    EXPECT_EQ(rate(board_of(0003, 0030)), 1.0) << "won at once";
    EXPECT_EQ(rate(board_of(0215, 0162)), 0.5) << "drawn by the last square";
    for (const MctsSettings& settings : {kToTheEnd, kFlat}) {
        const auto start = Mcts<TicTacToe>(settings, 1).search(Board(), {.playouts = 3000});
        EXPECT_GT(start.win_rate, 0.5) << "who begins wins more random games";
        EXPECT_LT(start.win_rate, 0.85);
    }
}

/// The first move has a leaf that wins and one that loses, the second two draws. The first looks won.
using Trap = FourLeaves<std::array{1, -1, 0, 0}, std::array{0, -1, 0}>;

/// Without plies a playout is the evaluation, and nothing is left to chance.
MctsResult<int> search_trap(std::uint64_t playouts) {
    Trap::leaves_visited.clear();
    return Mcts<Trap>({.exploration = 1.0, .playout_plies = 0}, 1).search(0, {.playouts = playouts});
}

// Playouts 1 and 2 try the moves. 3 and 4 follow the first one (1 + 0.833 against 0.5 + 0.833; 1 + 0.741
// against 0.5 + 1.048), which gets its children, to its leaves: won, lost. 5 follows the second one (0.667 +
// 0.680 against 0.5 + 1.177) to its first leaf.
TEST(Mcts, first_five_playouts_are_those_computed_by_hand) {
    const std::array<std::size_t, 5> nodes{3, 3, 5, 5, 7};
    const std::array<double, 5> share_of_first{1, 1, 1, 2.0 / 3, 2.0 / 3};
    for (std::size_t playouts = 1; playouts <= 5; ++playouts) {
        const auto found = search_trap(playouts);
        EXPECT_EQ(found.move, 1) << playouts;
        EXPECT_EQ(found.tree_nodes, nodes.at(playouts - 1)) << playouts;
        EXPECT_EQ(found.win_rate, share_of_first.at(playouts - 1)) << playouts;
    }
    EXPECT_EQ(Trap::leaves_visited, (std::vector{3, 4, 5}));
    EXPECT_EQ(search_trap(5).line, (std::vector{1, 4})) << "the answer that wins for the other side";
}

TEST(Mcts, draw_is_preferred_to_a_move_with_an_answer_that_wins) {
    const auto found = search_trap(1000);
    EXPECT_EQ(found.move, 2);
    EXPECT_EQ(found.win_rate, 0.5);
    EXPECT_EQ(found.tree_nodes, 7U) << "finished positions have no children";
}

TEST(Mcts, same_seed_and_playouts_give_the_same_game) {
    const auto play = [](std::uint64_t seed) {
        Mcts<Ataxx> mcts({}, seed);
        return self_play(
                   ataxx::Position(),
                   [&](const auto& position) {
                       const auto found = mcts.search(position, {.playouts = 30});
                       EXPECT_TRUE(position.is_legal(found.move));
                       EXPECT_EQ(found.playouts, 30U);
                       return found.move;
                   },
                   60)
            .moves;
    };
    EXPECT_EQ(play(1), play(1));
    EXPECT_NE(play(1), play(2));
}

TEST(Mcts, passed_deadline_still_gives_a_move) {
    Mcts<Ataxx> mcts({}, 1);
    const auto found = mcts.search(ataxx::Position(), {.deadline = std::chrono::steady_clock::time_point()});
    EXPECT_EQ(found.playouts, 1U);
    EXPECT_TRUE(ataxx::Position().is_legal(found.move));
}

TEST(Mcts, full_tree_continues_without_growing) {
    const MctsSettings small{.tree_bytes = 16'000};
    const auto found = Mcts<Ataxx>(small, 1).search(ataxx::Position(), {.playouts = 5000});
    EXPECT_EQ(found.playouts, 5000U);
    EXPECT_LT(found.tree_nodes, 1000U);
    EXPECT_GT(Mcts<Ataxx>({}, 1).search(ataxx::Position(), {.playouts = 5000}).tree_nodes, 5000U);
}

TEST(Mcts, flat_grows_no_tree) {
    const auto found = Mcts<Ataxx>({.is_flat = true}, 1).search(ataxx::Position(), {.playouts = 500});
    EXPECT_LE(found.tree_nodes, 1 + ataxx::legal_moves(ataxx::Position()).size());
    EXPECT_EQ(found.line.size(), 1U);
}

TEST(Mcts, line_is_legal) {
    for (const auto& start : random_positions(20, 3)) {
        auto position = start;
        for (const auto move : Mcts<Ataxx>({}, 1).search(start, {.playouts = 2000}).line) {
            ASSERT_TRUE(position.is_legal(move));
            position = position.after(move);
        }
        EXPECT_NE(position, start);
    }
}

TEST(Mcts, takes_the_last_stone) {
    // The clone to b2 turns over all that is left.
    const auto position = at("x6/7/2o4/7/7/7/7 x");
    for (const bool is_flat : {false, true}) {
        const auto found = Mcts<Ataxx>({.is_flat = is_flat}, 1).search(position, {.playouts = 300});
        EXPECT_TRUE(position.after(found.move).is_finished()) << is_flat;
        EXPECT_EQ(found.win_rate, 1.0);
    }
}

} // namespace
} // namespace search
