#pragma once
// How good a position of Connect Four is with best play, as one number.
//
// A score is for the side to move. 0 is a draw; k > 0 says that it wins with its (22 - k)th disc, and k < 0
// that the other side wins with its (22 - |k|)th disc. A win is better the sooner it comes, a loss the later.
// Source: the usual score of Connect Four solvers, as in P. Pons, "Solving Connect 4".

#include "referee/rules/connect_four/rules.hpp"

#include <cstdlib>

namespace search {

/// The discs that a side has on a full board.
inline constexpr int kDiscsOfSide = connect_four::Rules::kTurns / 2;

/// The score when the side to move wins with its next disc, `discs` discs lying on the board. It is also the
/// greatest score that such a board can have.
[[nodiscard]] constexpr int score_of_a_win_now(int discs) noexcept {
    return kDiscsOfSide - discs / 2;
}

/// The score when the other side wins with its next disc, which is the least possible.
[[nodiscard]] constexpr int score_of_a_loss_next(int discs) noexcept {
    return -score_of_a_win_now(discs + 1);
}

/// The moves that are left until the game ends, when both sides play for `score` and `discs` discs lie on the
/// board.
[[nodiscard]] constexpr int plies_to_the_end(int score, int discs) noexcept {
    if (score == 0) {
        return connect_four::Rules::kTurns - discs;
    }
    const int own_discs = kDiscsOfSide + 1 - std::abs(score); // of the winner, at the end
    const bool first_wins = (score > 0) == (discs % 2 == 0);
    return 2 * own_discs - (first_wins ? 1 : 0) - discs;
}

} // namespace search
