#include "agents/ataxx/ataxx.hpp"
#include "agents/search/minimax.hpp"
#include "agents/search/rules.hpp"
#include "agents/tic_tac_toe/tic_tac_toe.hpp"
#include "tests/agents/search/search_positions.hpp"
#include "tests/agents/tic_tac_toe/board_of.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

namespace search {
namespace {

using Board = TicTacToe::Position;
using Cell = TicTacToe::Move;

std::vector<int> squares_of(const TicTacToe::Moves& moves) {
    std::vector<int> squares;
    for (const Cell& move : moves) {
        squares.push_back(move.square());
    }
    return squares;
}

// Squares 0 1 2 / 3 4 5 / 6 7 8.
TEST(Rules, are_asked_in_their_order) {
    struct Row {
        Board board;
        Rule rule;
        std::vector<int> candidates;
    };
    const Row rows[] = {
        {board_of(0003, 0030), Rule::Win, {2}},
        {board_of(0401, 0050), Rule::Win, {4}},      // which also stops 3-4-5
        {board_of(0001, 0030), Rule::StopWin, {5}},  // 0 against 3 and 4
        {board_of(0021, 0410), Rule::WinInTwo, {1}}, // 0 and 4 against 3 and 8: 1 threatens 2 and 7
        {board_of(0020, 0401),
         Rule::Search,
         {1, 3, 5, 7}}, // 4 against 0 and 8: a corner loses to the other corner
        {board_of(0002, 0041), Rule::StopWinInTwo, {4}}, // 1 against 0 and 5
        {board_of(0000, 0000), Rule::Search, {0, 1, 2, 3, 4, 5, 6, 7, 8}},
    };
    for (const Row& row : rows) {
        const auto ruled = apply_rules<TicTacToe>(row.board);
        EXPECT_EQ(name(ruled.rule), name(row.rule)) << row.board.own() << ' ' << row.board.theirs();
        EXPECT_EQ(squares_of(ruled.candidates), row.candidates);
    }
}

/// Calls `visit(board)` for every unfinished board that can be reached.
template<class Visit>
void for_each_board(const Board& board, const Visit& visit) {
    if (TicTacToe::is_finished(board)) {
        return;
    }
    visit(board);
    for (const Cell& move : TicTacToe::moves(board)) {
        for_each_board(TicTacToe::after(board, move), visit);
    }
}

TEST(Rules, find_exactly_the_wins_of_a_search_of_three_plies) {
    for_each_board(TicTacToe::after(Board(), Cell{0}), [](const Board& board) {
        const int value = alphabeta_value<TicTacToe>(board, 0, 3, Window{});
        const bool in_one = win_in_one<TicTacToe>(board).has_value();
        const bool in_two = win_in_two<TicTacToe>(board).has_value();
        ASSERT_EQ(in_one, value == kInfinity - 1);
        ASSERT_EQ(in_one || in_two, value >= kInfinity - 3);
    });
}

TEST(Rules, never_leave_only_losing_moves_when_another_does_not_lose) {
    for_each_board(TicTacToe::after(Board(), Cell{0}), [](const Board& board) {
        const auto best_of = [&](const TicTacToe::Moves& moves) {
            return alphabeta_move<TicTacToe>(board, moves, 9).value;
        };
        const auto ruled = apply_rules<TicTacToe>(board);
        ASSERT_FALSE(ruled.candidates.empty());
        // Values differ: a win may come later than another, and a loss sooner.
        const int found = best_of(ruled.candidates);
        const int best = best_of(TicTacToe::moves(board));
        ASSERT_EQ(found > 0, best > 0);
        ASSERT_EQ(found < 0, best < 0);
    });
}

Ruled<ataxx::MoveList> rules_in(const std::string& fen) {
    return apply_rules<WeightedAtaxx>(at(fen));
}

TEST(Rules, win_and_stop_wins_in_ataxx) {
    const auto win = rules_in("x6/7/2o4/7/7/7/6x x");
    EXPECT_EQ(win.rule, Rule::Win);
    EXPECT_TRUE(at("x6/7/2o4/7/7/7/6x x").after(win.candidates[0]).is_finished());

    // One square is empty. Filling it wins only for the side that then has more stones.
    const auto last = rules_in("xxxxxxx/xxxxxxx/xxxxxxx/xxxxxxx/ooooooo/ooooooo/oooooo1 o");
    EXPECT_NE(last.rule, Rule::Win);
    const auto last_won = rules_in("xxxxxxx/xxxxxxx/xxxxxxx/xxxxxxx/ooooooo/oooooxx/oooooo1 x");
    EXPECT_EQ(last_won.rule, Rule::Win);

    // A lone stone must not stay where the opponent can turn it over.
    const auto stop = rules_in("x6/7/2o4/7/7/7/7 o");
    for (const auto move : stop.candidates) {
        EXPECT_FALSE(win_in_one<WeightedAtaxx>(at("x6/7/2o4/7/7/7/7 o").after(move)));
    }
    EXPECT_EQ(rules_in("x5o/7/7/7/7/7/o5x x").rule, Rule::Search);
}

TEST(Rules, find_exactly_the_wins_of_a_search_of_three_plies_in_ataxx) {
    int wins = 0;
    for (const auto& position : random_positions(300, 5)) {
        const int empty = position.empty_squares().count();
        if (empty > 4 && position.theirs().count() > 4) {
            continue; // no win in sight, and the search takes long
        }
        const int value = alphabeta_value<Ataxx>(position, 0, 3, Window{});
        const bool found = win_in_one<WeightedAtaxx>(position) || win_in_two<WeightedAtaxx>(position);
        EXPECT_EQ(found, value >= kInfinity - 3) << ataxx::to_string(ataxx::Fen{position});
        wins += found ? 1 : 0;
    }
    EXPECT_GT(wins, 5);
}

} // namespace
} // namespace search
