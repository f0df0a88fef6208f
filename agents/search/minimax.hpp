#pragma once
// Searches to a fixed depth with the moves of minimax: plain minimax, negamax and alpha-beta; and greedy,
// which looks at its own moves only. Source: the article "Advanced Game Search Algorithms (1)".

#include "agents/search/game.hpp"
#include "agents/search/watch.hpp"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace search {

/// The score of a position `ply` moves below the root where a search to `depth` plies ends, for the side to
/// move; empty where the search goes on.
template<Game G>
[[nodiscard]] std::optional<int> leaf_score(const typename G::Position& position, int ply, int depth) {
    if (G::is_finished(position)) {
        return G::finished_score(position, ply);
    }
    return ply == depth ? std::optional(G::evaluation(position)) : std::nullopt;
}

/// The first of the candidates with the greatest value. `value_of(move, best)` is the value of a move when
/// that is above `best`, the greatest one so far, and otherwise a bound at or below it.
template<Game G, class ValueOf>
[[nodiscard]] Choice<typename G::Move> first_best(const typename G::Moves& candidates,
                                                  const ValueOf& value_of) {
    Choice<typename G::Move> best{candidates[0]};
    for (const auto& move : candidates) {
        const int value = value_of(move, best.value);
        if (value > best.value) {
            best = {move, value};
        }
    }
    return best;
}

template<Game G, class Count>
[[nodiscard]] int min_value(const typename G::Position& position, int ply, int depth, Count count);

/// The value of `position`, `ply` moves below the root, for the side to move there, searched to `depth` plies
/// below the root. A pass takes a ply.
template<Game G, class Count = NoCount>
[[nodiscard]] int max_value(const typename G::Position& position, int ply, int depth, Count count = {}) {
    count.visit();
    if (const auto score = leaf_score<G>(position, ply, depth)) {
        return *score;
    }
    int best = -kInfinity;
    for (const auto& move : G::moves(position)) {
        best = std::max(best, min_value<G>(G::after(position, move), ply + 1, depth, count));
    }
    return best;
}

/// The value of `position` for the side that is not to move.
template<Game G, class Count = NoCount>
[[nodiscard]] int min_value(const typename G::Position& position, int ply, int depth, Count count) {
    count.visit();
    if (const auto score = leaf_score<G>(position, ply, depth)) {
        return -*score;
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
                                                    Count count = {}) {
    count.visit();
    return first_best<G>(candidates, [&](const auto& move, int) {
        return min_value<G>(G::after(position, move), 1, depth, count);
    });
}

/// The first move with the best evaluation after it, whether or not that finishes the game.
template<Game G, class Count = NoCount>
[[nodiscard]] Choice<typename G::Move> greedy_move(const typename G::Position& position,
                                                   const typename G::Moves& candidates, Count count = {}) {
    count.visit();
    return first_best<G>(candidates, [&](const auto& move, int) {
        count.visit();
        return -G::evaluation(G::after(position, move));
    });
}

// Minimax written as one function: the value for one side is the negative of the value for the other. Values
// and moves are those of minimax.

/// The value of `position`, `ply` moves below the root, for the side to move, searched to `depth` plies below
/// the root.
template<Game G, class Count = NoCount>
[[nodiscard]] int negamax_value(const typename G::Position& position, int ply, int depth, Count count = {}) {
    count.visit();
    if (const auto score = leaf_score<G>(position, ply, depth)) {
        return *score;
    }
    int best = -kInfinity;
    for (const auto& move : G::moves(position)) {
        best = std::max(best, -negamax_value<G>(G::after(position, move), ply + 1, depth, count));
    }
    return best;
}

template<Game G, class Count = NoCount>
[[nodiscard]] Choice<typename G::Move> negamax_move(const typename G::Position& position,
                                                    const typename G::Moves& candidates, int depth,
                                                    Count count = {}) {
    count.visit();
    return first_best<G>(candidates, [&](const auto& move, int) {
        return -negamax_value<G>(G::after(position, move), 1, depth, count);
    });
}

// Alpha-beta: the moves of minimax, found sooner.

/// The value of `position`, `ply` moves below the root, as negamax_value(), when that lies in the window;
/// otherwise a bound on the same side of the window.
template<Game G, class Count = NoCount>
[[nodiscard]] int alphabeta_value(const typename G::Position& position, int ply, int depth, Window window,
                                  Count count = {}) {
    count.visit();
    if (const auto score = leaf_score<G>(position, ply, depth)) {
        return *score;
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
                                                      Count count = {}) {
    count.visit();
    return first_best<G>(candidates, [&](const auto& move, int best) {
        return -alphabeta_value<G>(G::after(position, move), 1, depth, {-kInfinity, -best}, count);
    });
}

// Alpha-beta with killer moves: moves that cut off one position are tried first in the others at the same
// depth. Source: the article "Killer Moves".

/// For each ply a list of up to `kept` moves that cut off, the most recent first.
template<class Move>
class Killers {
  public:
    explicit Killers(std::size_t kept)
        : kept_(kept)
        , moves_(kept * (kMaxDepth + 1))
        , sizes_(kMaxDepth + 1) {}

    /// The killer moves of `ply`, at most kMaxDepth. Valid until the next cut_off() or clear().
    [[nodiscard]] std::span<const Move> at(int ply) const noexcept {
        const auto i = static_cast<std::size_t>(ply);
        return {moves_.data() + i * kept_, sizes_[i]};
    }

    /// Puts `move` at the front of the list of `ply`. A full list that does not hold `move` yet loses its
    /// last move.
    void cut_off(int ply, const Move& move) noexcept {
        if (kept_ == 0) {
            return;
        }
        const auto i = static_cast<std::size_t>(ply);
        Move* const first = moves_.data() + i * kept_;
        Move* last = std::find(first, first + sizes_[i], move);
        if (last == first + sizes_[i]) {
            if (sizes_[i] < kept_) {
                ++sizes_[i];
            } else {
                --last;
            }
        }
        std::move_backward(first, last, last + 1);
        *first = move;
    }

    /// Empties the lists of all plies.
    void clear() noexcept { std::fill(sizes_.begin(), sizes_.end(), std::size_t{0}); }

  private:
    std::size_t kept_;
    std::vector<Move> moves_;
    std::vector<std::size_t> sizes_;
};

/// A tree that is searched to `depth` plies below its root, with `killers`, which must outlive the tree.
template<Game G, class Count = NoCount>
class KillerTree {
  public:
    using Position = typename G::Position;
    using Move = typename G::Move;

    KillerTree(Killers<Move>& killers, int depth, Count count = {}) noexcept
        : killers_(&killers)
        , depth_(depth)
        , count_(count) {}

    [[nodiscard]] int value(const Position& position, int ply, Window window) const {
        count_.visit();
        if (const auto score = leaf_score<G>(position, ply, depth_)) {
            return *score;
        }
        const auto cuts_off = [&](const Move& move) {
            window.alpha = std::max(window.alpha, -value(G::after(position, move), ply + 1, -window));
            if (window.alpha >= window.beta) {
                killers_->cut_off(ply, move);
                return true;
            }
            return false;
        };
        // Positions below are at other plies, so that the list stays as it is until a move cuts off here. The
        // moves are generated only when no killer cuts off.
        const auto known = killers_->at(ply);
        bool any_tried = false;
        for (const auto& move : known) {
            if (G::is_legal(position, move)) {
                any_tried = true;
                if (cuts_off(move)) {
                    return window.alpha;
                }
            }
        }
        for (const auto& move : G::moves(position)) {
            const bool is_tried = any_tried && std::find(known.begin(), known.end(), move) != known.end();
            if (!is_tried && cuts_off(move)) {
                break;
            }
        }
        return window.alpha;
    }

  private:
    Killers<Move>* killers_;
    int depth_;
    [[no_unique_address]] Count count_;
};

/// alphabeta_move(): the same choice from fewer nodes. `killers` is cleared first.
template<Game G, class Count = NoCount>
[[nodiscard]] Choice<typename G::Move> killer_move(const typename G::Position& position,
                                                   const typename G::Moves& candidates, int depth,
                                                   Killers<typename G::Move>& killers, Count count = {}) {
    killers.clear();
    count.visit();
    const KillerTree<G, Count> tree(killers, depth, count);
    return first_best<G>(candidates, [&](const auto& move, int best) {
        return -tree.value(G::after(position, move), 1, {-kInfinity, -best});
    });
}

} // namespace search
