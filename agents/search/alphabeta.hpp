#pragma once
// Alpha-beta to a fixed depth: the moves of minimax, found sooner.
// Source: the article "Advanced Game Search Algorithms (1)".

#include "agents/search/count.hpp"
#include "agents/search/game.hpp"

#include <algorithm>

namespace search {

/// The value of `position`, `ply` moves below the root, as negamax_value(), when that lies in the window;
/// otherwise a bound on the same side of the window.
template<Game G, class Count = NoCount>
[[nodiscard]] int alphabeta_value(const typename G::Position& position, int ply, int depth, Window window,
                                  Count count = {}) noexcept(kCannotThrow<Count>) {
    count.visit();
    if (G::is_finished(position)) {
        return G::finished_score(position, ply);
    }
    if (ply == depth) {
        return G::evaluation(position);
    }
    for (const auto& move : G::moves(position)) {
        const int value = -alphabeta_value<G>(G::after(position, move), ply + 1, depth, -window, count);
        window.alpha = std::max(window.alpha, value);
        if (window.alpha >= window.beta) {
            break;
        }
    }
    return window.alpha;
}

/// minimax_move(), found sooner: a candidate is given up once it cannot be better than the best before it.
template<Game G, class Count = NoCount>
[[nodiscard]] Choice<typename G::Move> alphabeta_move(const typename G::Position& position,
                                                      const typename G::Moves& candidates, int depth,
                                                      Count count = {}) noexcept(kCannotThrow<Count>) {
    count.visit();
    Choice<typename G::Move> best{candidates[0]};
    for (const auto& move : candidates) {
        const int value =
            -alphabeta_value<G>(G::after(position, move), 1, depth, {-kInfinity, -best.value}, count);
        if (value > best.value) {
            best = {move, value};
        }
    }
    return best;
}

} // namespace search
