#pragma once
// Alpha-beta with killer moves: what cut off one position is tried first in the others at the same depth.
// Source: the article "Killer Moves".

#include "agents/search/count.hpp"
#include "agents/search/game.hpp"

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

    /// `ply` is at most kMaxDepth. Valid until the next cut-off at that ply.
    [[nodiscard]] std::span<const Move> at(int ply) const noexcept {
        const auto i = static_cast<std::size_t>(ply);
        return {moves_.data() + i * kept_, sizes_[i]};
    }

    /// `move` comes to the front of its list; when it is new and the list is full, the last one falls off.
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

    void clear() noexcept { std::fill(sizes_.begin(), sizes_.end(), std::size_t{0}); }

  private:
    std::size_t kept_;
    std::vector<Move> moves_;
    std::vector<std::size_t> sizes_;
};

/// negamax_value() when that lies between `alpha` and `beta`; otherwise a bound on the same side of them.
template<Game G, class Count = NoCount>
[[nodiscard]] int killer_value(const typename G::Position& position, int ply, int depth, int alpha, int beta,
                               Killers<typename G::Move>& killers,
                               Count count = {}) noexcept(kCannotThrow<Count>) {
    count.visit();
    if (G::is_finished(position)) {
        return G::finished_score(position, ply);
    }
    if (ply == depth) {
        return G::evaluation(position);
    }
    const auto cuts_off = [&](const auto& move) {
        const int value =
            -killer_value<G>(G::after(position, move), ply + 1, depth, -beta, -alpha, killers, count);
        alpha = std::max(alpha, value);
        if (alpha >= beta) {
            killers.cut_off(ply, move);
            return true;
        }
        return false;
    };
    // Below this position are other plies: the list stays as it is until one of its moves cuts off. Moves are
    // only generated when none does.
    const auto known = killers.at(ply);
    bool any_tried = false;
    for (const auto& move : known) {
        if (G::is_legal(position, move)) {
            any_tried = true;
            if (cuts_off(move)) {
                return alpha;
            }
        }
    }
    for (const auto& move : G::moves(position)) {
        if (any_tried && std::find(known.begin(), known.end(), move) != known.end()) {
            continue;
        }
        if (cuts_off(move)) {
            break;
        }
    }
    return alpha;
}

/// alphabeta_move(): the same choice from fewer nodes. `killers` is forgotten first.
template<Game G, class Count = NoCount>
[[nodiscard]] Choice<typename G::Move>
killer_move(const typename G::Position& position, const typename G::Moves& candidates, int depth,
            Killers<typename G::Move>& killers, Count count = {}) noexcept(kCannotThrow<Count>) {
    killers.clear();
    count.visit();
    Choice<typename G::Move> best{candidates[0]};
    for (const auto& move : candidates) {
        const int value =
            -killer_value<G>(G::after(position, move), 1, depth, -kInfinity, -best.value, killers, count);
        if (value > best.value) {
            best = {move, value};
        }
    }
    return best;
}

} // namespace search
