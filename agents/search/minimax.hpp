#pragma once
// Plain minimax to a fixed depth, and greedy, which looks at its own moves only.
// Source: the article "Advanced Game Search Algorithms (1)".

#include "agents/search/count.hpp"
#include "agents/search/game.hpp"

#include <algorithm>

namespace search {

template<Game G, class Count>
[[nodiscard]] int min_value(const typename G::Position& position, int ply, int depth,
                            Count count) noexcept(kCannotThrow<Count>);

/// The value of `position`, `ply` moves below the root, for the side to move there, searched to `depth` plies
/// below the root. A pass takes a ply.
template<Game G, class Count = NoCount>
[[nodiscard]] int max_value(const typename G::Position& position, int ply, int depth,
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
        best = std::max(best, min_value<G>(G::after(position, move), ply + 1, depth, count));
    }
    return best;
}

/// The value of `position` for the side that is not to move.
template<Game G, class Count = NoCount>
[[nodiscard]] int min_value(const typename G::Position& position, int ply, int depth,
                            Count count) noexcept(kCannotThrow<Count>) {
    count.visit();
    if (G::is_finished(position)) {
        return -G::finished_score(position, ply);
    }
    if (ply == depth) {
        return -G::evaluation(position);
    }
    int best = kInfinity;
    for (const auto& move : G::moves(position)) {
        best = std::min(best, max_value<G>(G::after(position, move), ply + 1, depth, count));
    }
    return best;
}

/// The first of the candidates with the best value. `candidates` are moves of `position`, in any order, and
/// not empty; `depth` >= 1.
template<Game G, class Count = NoCount>
[[nodiscard]] Choice<typename G::Move> minimax_move(const typename G::Position& position,
                                                    const typename G::Moves& candidates, int depth,
                                                    Count count = {}) noexcept(kCannotThrow<Count>) {
    count.visit();
    Choice<typename G::Move> best{candidates[0]};
    for (const auto& move : candidates) {
        const int value = min_value<G>(G::after(position, move), 1, depth, count);
        if (value > best.value) {
            best = {move, value};
        }
    }
    return best;
}

/// The first move with the best evaluation after it, whether or not that finishes the game.
template<Game G, class Count = NoCount>
[[nodiscard]] Choice<typename G::Move> greedy_move(const typename G::Position& position,
                                                   const typename G::Moves& candidates,
                                                   Count count = {}) noexcept(kCannotThrow<Count>) {
    count.visit();
    Choice<typename G::Move> best{candidates[0]};
    for (const auto& move : candidates) {
        count.visit();
        const int value = -G::evaluation(G::after(position, move));
        if (value > best.value) {
            best = {move, value};
        }
    }
    return best;
}

} // namespace search
