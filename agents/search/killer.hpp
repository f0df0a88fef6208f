#pragma once
// Alpha-beta with killer moves: moves that cut off one position are tried first in the others at the same
// depth. Source: the article "Killer Moves".

#include "agents/search/game.hpp"
#include "agents/search/watch.hpp"

#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

namespace search {

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

    /// As alphabeta_value().
    [[nodiscard]] int value(const Position& position, int ply, Window window) const
        noexcept(kCannotThrow<Count>) {
        count_.visit();
        if (G::is_finished(position)) {
            return G::finished_score(position, ply);
        }
        if (ply == depth_) {
            return G::evaluation(position);
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
[[nodiscard]] Choice<typename G::Move>
killer_move(const typename G::Position& position, const typename G::Moves& candidates, int depth,
            Killers<typename G::Move>& killers, Count count = {}) noexcept(kCannotThrow<Count>) {
    killers.clear();
    count.visit();
    const KillerTree<G, Count> tree(killers, depth, count);
    Choice<typename G::Move> best{candidates[0]};
    for (const auto& move : candidates) {
        const int value = -tree.value(G::after(position, move), 1, {-kInfinity, -best.value});
        if (value > best.value) {
            best = {move, value};
        }
    }
    return best;
}

} // namespace search
