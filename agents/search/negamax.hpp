#pragma once
// Minimax written as one function: the value for one side is the negative of the value for the other. Values
// and moves are those of minimax. Source: the article "Advanced Game Search Algorithms (1)".

#include "agents/search/count.hpp"
#include "agents/search/game.hpp"

#include <algorithm>

namespace search {

/// The value of `position`, `ply` moves below the root, for the side to move, searched to `depth` plies below
/// the root.
template<Game G, class Count = NoCount>
[[nodiscard]] int negamax_value(const typename G::Position& position, int ply, int depth,
                                Count count = {}) noexcept(kCannotThrow<Count>) {
    count.visit();
    if (G::is_finished(position)) {
        return G::finished_score(position, ply);
    }
    if (ply == depth) {
        return G::evaluation(position);
    }
    int best = -kInfinity;
    for (const auto& move : G::moves(position)) {
        best = std::max(best, -negamax_value<G>(G::after(position, move), ply + 1, depth, count));
    }
    return best;
}

/// As minimax_move().
template<Game G, class Count = NoCount>
[[nodiscard]] Choice<typename G::Move> negamax_move(const typename G::Position& position,
                                                    const typename G::Moves& candidates, int depth,
                                                    Count count = {}) noexcept(kCannotThrow<Count>) {
    count.visit();
    Choice<typename G::Move> best{candidates[0]};
    for (const auto& move : candidates) {
        const int value = -negamax_value<G>(G::after(position, move), 1, depth, count);
        if (value > best.value) {
            best = {move, value};
        }
    }
    return best;
}

} // namespace search
