#pragma once
// Alpha-beta with a chosen order of moves, which counts leaves. The experiment `ordering` asks with it how
// near an order comes to the best possible one. Only the order differs between two searches, so that only the
// order explains the difference in leaves.

#include "agents/search/game.hpp"
#include "agents/search/minimax.hpp"
#include "agents/search/table.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace bench {

/// The order of moves: the move of the transposition table, then killer moves, then the rest as generated.
struct Order {
    std::size_t killers = 0; ///< kept for each depth
    bool table = false;      ///< whether there is a table; only the move of an entry is used, never the value
};

template<search::HashedGame G>
class OrderedSearch {
  public:
    using Position = typename G::Position;
    using Move = typename G::Move;
    using Moves = typename G::Moves;

    explicit OrderedSearch(Order order)
        : has_table_(order.table)
        , table_(order.table ? 64 : 1)
        , killers_(order.killers) {}

    /// The value of minimax to `depth` plies, 1 or more. Uses the entries of earlier calls in the table.
    [[nodiscard]] int search(const Position& position, int depth) {
        killers_.clear();
        leaves_ = 0;
        return value(position, 0, depth, -search::kInfinity, search::kInfinity);
    }
    /// The number of positions that the last search() evaluated.
    [[nodiscard]] std::uint64_t leaves() const noexcept { return leaves_; }

  private:
    int value(const Position& position, int ply, int depth, int alpha, int beta) {
        if (ply == depth || G::is_finished(position)) {
            ++leaves_;
            return G::is_finished(position) ? G::finished_score(position, ply) : G::evaluation(position);
        }
        search::Choice<Move> best;
        int lower = alpha;
        for (const auto& move : ordered(position, ply)) {
            const int found = -value(G::after(position, move), ply + 1, depth, -beta, -lower);
            if (found > best.value) {
                best = {move, found};
            }
            lower = std::max(lower, found);
            if (lower >= beta) {
                killers_.cut_off(ply, move);
                break;
            }
        }
        if (has_table_) {
            table_.store({G::key(position), best.value, best.move, static_cast<std::uint8_t>(depth - ply),
                          search::bound_of(best.value, alpha, beta)});
        }
        return best.value;
    }

    /// All moves, in the order that was chosen.
    [[nodiscard]] Moves ordered(const Position& position, int ply) const {
        Moves moves = G::moves(position);
        auto front = moves.begin();
        const auto bring = [&](const Move& move) {
            const auto place = std::find(front, moves.end(), move);
            if (place != moves.end()) {
                std::rotate(front, place, place + 1);
                ++front;
            }
        };
        if (has_table_) {
            if (const auto* known = table_.find(G::key(position))) {
                bring(known->move);
            }
        }
        for (const auto& killer : killers_.at(ply)) {
            bring(killer);
        }
        return moves;
    }

    bool has_table_;
    search::Table<Move> table_;
    search::Killers<Move> killers_;
    std::uint64_t leaves_ = 0;
};

} // namespace bench
