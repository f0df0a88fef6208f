#pragma once
// The pseudo-code of alpha-beta in the article on minimax, for Tic-Tac-Toe, as it is printed.

#include "agents/search/minimax.hpp"
#include "agents/tic_tac_toe/tic_tac_toe.hpp"
#include "tests/agents/search/node_count.hpp"

#include <algorithm>

namespace search {

/// The value of `position` for the side to move. It raises alpha and cuts, but its recursion is minimax,
/// which knows no window, so that no child is ever cut.
[[nodiscard]] inline int printed_alphabeta(const TicTacToe::Position& position, Window window,
                                           NodeCount count) {
    count.visit();
    for (const auto& move : TicTacToe::moves(position)) {
        const int value =
            min_value<TicTacToe>(TicTacToe::after(position, move), 1, tic_tac_toe::kSquares, count);
        window.alpha = std::max(window.alpha, value);
        if (window.alpha >= window.beta) {
            break;
        }
    }
    return window.alpha;
}

} // namespace search
