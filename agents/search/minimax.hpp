#pragma once
// Plain minimax and alpha-beta to a fixed depth; both choose the same move from the same candidates.
// Source: the article "Advanced Game Search Algorithms (1)".

#include "agents/search/score.hpp"
#include "referee/rules/position.hpp"

#include <algorithm>

namespace ataxx {

/// The value of `position` for the side to move, `ply` moves below the root, searched to `depth` plies below
/// the root. A pass takes a ply.
[[nodiscard]] inline int minimax_value(const Position& position, int ply, int depth) noexcept {
    if (position.is_finished()) {
        return finished_score(position, ply);
    }
    if (ply == depth) {
        return stone_difference(position);
    }
    int best = -kInfinity;
    for (const Move move : legal_moves(position)) {
        best = std::max(best, -minimax_value(position.after(move), ply + 1, depth));
    }
    return best;
}

/// minimax_value() when that lies between `alpha` and `beta`; otherwise a bound on the same side of them.
[[nodiscard]] inline int alphabeta_value(const Position& position, int ply, int depth, int alpha,
                                         int beta) noexcept {
    if (position.is_finished()) {
        return finished_score(position, ply);
    }
    if (ply == depth) {
        return stone_difference(position);
    }
    for (const Move move : legal_moves(position)) {
        alpha = std::max(alpha, -alphabeta_value(position.after(move), ply + 1, depth, -beta, -alpha));
        if (alpha >= beta) {
            break;
        }
    }
    return alpha;
}

/// The first of the best candidates, each searched whole. `candidates` are the moves of `position`, in any
/// order, and not empty; `depth` >= 1.
[[nodiscard]] inline Move minimax_move(const Position& position, const MoveList& candidates,
                                       int depth) noexcept {
    Move chosen = candidates[0];
    int best = -kInfinity;
    for (const Move move : candidates) {
        const int value = -minimax_value(position.after(move), 1, depth);
        if (value > best) {
            best = value;
            chosen = move;
        }
    }
    return chosen;
}

/// minimax_move(), found sooner: a candidate is given up once it cannot be better than the best before it.
[[nodiscard]] inline Move alphabeta_move(const Position& position, const MoveList& candidates,
                                         int depth) noexcept {
    Move chosen = candidates[0];
    int best = -kInfinity;
    for (const Move move : candidates) {
        const int value = -alphabeta_value(position.after(move), 1, depth, -kInfinity, -best);
        if (value > best) {
            best = value;
            chosen = move;
        }
    }
    return chosen;
}

/// The first move with the best stone difference after it.
[[nodiscard]] inline Move greedy_move(const Position& position, const MoveList& candidates) noexcept {
    return *std::max_element(candidates.begin(), candidates.end(), [&](Move a, Move b) {
        return -stone_difference(position.after(a)) < -stone_difference(position.after(b));
    });
}

} // namespace ataxx
