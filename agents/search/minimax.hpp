#pragma once
// Searches to a fixed depth with the moves of minimax: plain minimax, negamax and alpha-beta; and greedy,
// which looks at its own moves only. Source: the article "Advanced Game Search Algorithms (1)".

#include "agents/search/game.hpp"
#include "agents/search/watch.hpp"

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

// Minimax written as one function: the value for one side is the negative of the value for the other. Values
// and moves are those of minimax.

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

// Alpha-beta: the moves of minimax, found sooner.

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
