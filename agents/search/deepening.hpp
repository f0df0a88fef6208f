#pragma once
// Iterative deepening: depth 1, depth 2 and so on until a limit is reached, the best move so far first.
// Source: the article "Advanced Game Search Algorithms (2)".

#include "agents/search/game.hpp"
#include "agents/search/line.hpp"
#include "agents/search/table.hpp"
#include "agents/search/watch.hpp"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <type_traits>
#include <vector>

namespace search {

/// What iterative deepening found.
template<class Move>
struct Deepened {
    Choice<Move> choice{};
    int depth = 0; ///< the last one searched whole
    std::uint64_t nodes = 0;
    std::vector<Move> line{};
};

/// Searches `candidates`, moves of `position` in any order and not empty, deeper and deeper. `search` is an
/// object as below. Depth 1 is searched whatever the limits. A depth that was not finished still counts when
/// a move was found that is better than the one before, which is always searched first. Ends early when the
/// end of the game is in sight: deeper searches find the same.
template<class Search, class Position, class Moves>
[[nodiscard]] auto deepen(Search& search, const Position& position, Moves candidates, const Limits& limits) {
    using Move = std::remove_cvref_t<decltype(candidates[0])>;
    Watch watch(limits);
    Deepened<Move> found{.choice = {candidates[0]}, .depth = 1};
    for (int depth = 1; depth <= limits.depth; ++depth) {
        if (depth > 1) {
            watch.arm();
        }
        if (watch.is_over()) {
            break;
        }
        const auto best = search.root(position, candidates, depth, watch);
        if (best) {
            found.choice = *best;
            found.line = search.line();
            const auto place = std::find(candidates.begin(), candidates.end(), best->move);
            std::rotate(candidates.begin(), place, place + 1);
        }
        if (watch.is_over()) {
            break;
        }
        found.depth = depth;
        if (is_decided(found.choice.value)) {
            break;
        }
    }
    found.nodes = watch.nodes();
    return found;
}

/// What a search does with its transposition table.
enum class TableUse {
    None,      ///< it has none: the agent idab
    MoveFirst, ///< the move of the table is tried first: ttmo
    CutOff,    ///< and its value ends a search that was made before: ttco
};

/// Alpha-beta, to be deepened. Values are those of plain minimax to the same depth, whatever the table holds.
template<Game G, TableUse kUse>
requires(kUse == TableUse::None || HashedGame<G>) class AlphaBeta {
  public:
    using Position = typename G::Position;
    using Move = typename G::Move;
    using Moves = typename G::Moves;

    /// `table` must outlive this; null for TableUse::None only.
    explicit AlphaBeta(Table<Move>* table) noexcept
        : table_(table) {}

    /// The first of the best candidates, searched to `depth` plies. When the watch says stop it is the best
    /// of those searched before, or empty when there is none.
    [[nodiscard]] std::optional<Choice<Move>> root(const Position& position, const Moves& candidates,
                                                   int depth, Watch& watch) noexcept {
        watch_ = &watch;
        watch.visit();
        std::optional<Choice<Move>> best;
        for (const auto& move : candidates) {
            const int alpha = best ? best->value : -kInfinity;
            const int value = -this->value(G::after(position, move), 1, depth, -kInfinity, -alpha);
            if (watch.is_over()) {
                break;
            }
            if (value > alpha) {
                best = {move, value};
                lines_.put(0, move);
            }
        }
        return best;
    }

    /// The moves expected after the last root().
    [[nodiscard]] std::vector<Move> line() const { return lines_.at(0); }

  private:
    int value(const Position& position, int ply, int depth, int alpha, int beta) noexcept {
        watch_->visit();
        if (alpha + 1 < beta) {
            lines_.clear(ply);
        }
        if (G::is_finished(position)) {
            return G::finished_score(position, ply);
        }
        if (ply == depth) {
            return G::evaluation(position);
        }
        if (watch_->is_over()) {
            return alpha; // nobody looks at it
        }
        std::uint64_t key = 0;
        std::optional<Move> first;
        if constexpr (kUse != TableUse::None) {
            key = G::key(position);
            if (const auto* known = table_->find(key)) {
                if constexpr (kUse == TableUse::CutOff) {
                    const int known_value = from_table(known->value, ply);
                    if (speaks_for(*known, depth - ply) && settles(known->bound, known_value, alpha, beta)) {
                        return known_value;
                    }
                }
                if (G::is_legal(position, known->move)) {
                    first = known->move;
                }
            }
        }
        int lower = alpha;
        Choice<Move> best;
        const auto cuts_off = [&](const Move& move) {
            const int found = -value(G::after(position, move), ply + 1, depth, -beta, -lower);
            if (found > best.value) {
                best = {move, found};
            }
            if (found > lower) {
                lower = found;
                lines_.put(ply, move);
            }
            return lower >= beta || watch_->is_over();
        };
        if (!first || !cuts_off(*first)) {
            for (const auto& move : G::moves(position)) {
                if (first != move && cuts_off(move)) {
                    break;
                }
            }
        }
        if constexpr (kUse != TableUse::None) {
            if (!watch_->is_over()) {
                table_->store({key, to_table(best.value, ply), best.move,
                               static_cast<std::uint8_t>(depth - ply), bound_of(best.value, alpha, beta)});
            }
        }
        return best.value;
    }

    Table<Move>* table_;
    Watch* watch_ = nullptr;
    Lines<Move> lines_;
};

} // namespace search
