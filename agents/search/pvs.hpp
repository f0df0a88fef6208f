#pragma once
// Principal variation search: after the first move of a position the others only have to be shown to be no
// better, with a window that holds no value; the few that are better are searched again. Source: the article
// "Advanced Game Search Algorithms (2)"; Marsland and Campbell: "Parallel search of strongly ordered game
// trees", 1982. Stronger than the article's: a RankedGame gives the moves in the order of what they gain, the
// last two plies without making most of them, and the table also cuts off.

#include "agents/search/game.hpp"
#include "agents/search/line.hpp"
#include "agents/search/table.hpp"
#include "agents/search/watch.hpp"

#include <cstdint>
#include <optional>
#include <vector>

namespace search {

/// To be deepened. Values are those of plain minimax to the same depth.
template<HashedGame G>
class Pvs {
  public:
    using Position = typename G::Position;
    using Move = typename G::Move;
    using Moves = typename G::Moves;

    /// `table` must outlive this.
    explicit Pvs(Table<Move>& table) noexcept
        : table_(&table) {}

    /// As AlphaBeta::root().
    [[nodiscard]] std::optional<Choice<Move>> root(const Position& position, const Moves& candidates,
                                                   int depth, Watch& watch) noexcept {
        watch_ = &watch;
        watch.visit();
        std::optional<Choice<Move>> best;
        for (const auto& move : candidates) {
            const Position next = G::after(position, move);
            const int alpha = best ? best->value : -kInfinity;
            const int value = best ? better_than(alpha, next, 1, depth, kInfinity)
                                   : -this->value(next, 1, depth, -kInfinity, kInfinity);
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
    /// Above `alpha` the value of the move that led to `next`, otherwise a bound at or below it.
    int better_than(int alpha, const Position& next, int ply, int depth, int beta) noexcept {
        const int bound = -value(next, ply, depth, -alpha - 1, -alpha);
        if (bound <= alpha || bound >= beta || watch_->is_over()) {
            return bound;
        }
        return -value(next, ply, depth, -beta, -alpha);
    }

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
        if constexpr (RankedGame<G>) {
            if (ply + 1 == depth) {
                return G::best_leaf(position, ply);
            }
        }
        if (watch_->is_over()) {
            return alpha; // nobody looks at it
        }
        if (RankedGame<G> && ply + 2 == depth) { // done before the table's memory would have answered
            return best_move(position, ply, depth, alpha, beta, std::nullopt).value;
        }
        const std::uint64_t key = G::key(position);
        std::optional<Move> first;
        if (const auto* known = table_->find(key)) {
            const int known_value = from_table(known->value, ply);
            if (speaks_for(*known, depth - ply) && settles(known->bound, known_value, alpha, beta)) {
                return known_value;
            }
            if (G::is_legal(position, known->move)) {
                first = known->move;
            }
        }
        const Choice<Move> best = best_move(position, ply, depth, alpha, beta, first);
        if (!watch_->is_over()) {
            table_->store({key, to_table(best.value, ply), best.move, static_cast<std::uint8_t>(depth - ply),
                           bound_of(best.value, alpha, beta)});
        }
        return best.value;
    }

    Choice<Move> best_move(const Position& position, int ply, int depth, int alpha, int beta,
                           const std::optional<Move>& first) noexcept {
        Choice<Move> best;
        bool is_first = true;
        const auto cuts_off = [&](const Move& move) {
            const Position next = G::after(position, move);
            const int found = is_first ? -value(next, ply + 1, depth, -beta, -alpha)
                                       : better_than(alpha, next, ply + 1, depth, beta);
            is_first = false;
            if (found > best.value) {
                best = {move, found};
            }
            if (found > alpha) {
                alpha = found;
                lines_.put(ply, move);
            }
            return alpha >= beta || watch_->is_over();
        };
        if (first && cuts_off(*first)) {
            return best;
        }
        if constexpr (RankedGame<G>) {
            const int now = G::evaluation(position);
            const bool one_answer_follows = ply + 2 == depth;
            G::visit_by_gain(position, [&](const Move& move, int gain) {
                if (one_answer_follows && now + gain <= alpha && G::caps(position, gain)) {
                    if (now + gain > best.value) { // nor are the moves behind it better than that
                        best = {move, now + gain};
                    }
                    return true;
                }
                return first != move && cuts_off(move);
            });
        } else {
            for (const auto& move : G::moves(position)) {
                if (first != move && cuts_off(move)) {
                    break;
                }
            }
        }
        return best;
    }

    Table<Move>* table_;
    Watch* watch_ = nullptr;
    Lines<Move> lines_;
};

} // namespace search
