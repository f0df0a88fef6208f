#pragma once
// Iterative deepening: depth 1, depth 2 and so on until a limit is reached, the best move so far first. And
// the principal variation: the moves that both sides are expected to play. Source: the article "Advanced Game
// Search Algorithms (2)".

#include "agents/search/game.hpp"
#include "agents/search/table.hpp"
#include "agents/search/watch.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <type_traits>
#include <vector>

namespace search {

/// One line for each ply up to kMaxDepth. A line is built from its end: a move, followed by the line of the
/// next ply.
template<class Move>
class Lines {
  public:
    void clear(int ply) noexcept { sizes_[index(ply)] = 0; }
    /// Makes the line of `ply`: `move`, and then the line of the next ply.
    void put(int ply, const Move& move) noexcept {
        const auto i = index(ply);
        auto& line = moves_[i];
        line[0] = move;
        const auto length = std::min(sizes_[i + 1], line.size() - 1);
        std::copy_n(moves_[i + 1].begin(), length, line.begin() + 1);
        sizes_[i] = length + 1;
    }
    [[nodiscard]] std::vector<Move> at(int ply) const {
        const auto i = index(ply);
        return {moves_[i].begin(), moves_[i].begin() + static_cast<std::ptrdiff_t>(sizes_[i])};
    }

  private:
    static constexpr std::size_t kPlies = kMaxDepth + 2;
    [[nodiscard]] static constexpr std::size_t index(int ply) noexcept {
        return static_cast<std::size_t>(ply);
    }

    std::array<std::array<Move, kPlies>, kPlies> moves_{};
    std::array<std::size_t, kPlies> sizes_{};
};

template<class Move>
struct Deepened {
    Choice<Move> choice{};
    int depth = 0; ///< the last depth that was finished
    std::uint64_t nodes = 0;
    std::vector<Move> line{};
};

/// Searches `candidates`, moves of `position` in any order and not empty, deeper and deeper. `search` is an
/// AlphaBeta or another object with its root() and line(). Depth 1 is searched whatever the limits are. The
/// best move of a depth is searched first at the next depth; a depth that was not finished counts when it
/// found a better move. Ends early when the game is won or lost: deeper searches find the same.
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
    None,      ///< there is no table: the agent idab
    MoveFirst, ///< the move of the table is tried first: ttmo
    CutOff,    ///< and the value of the table ends a search that was made before: ttco
};

/// How the moves after the first one of a position are searched.
enum class Windows {
    Full, ///< as the first one
    /// They only have to be shown to be no better, with a window that holds no value; the few that are better
    /// are searched again: principal variation search.
    Null,
};

/// Alpha-beta, to be deepened. Values are those of plain minimax to the same depth, whatever the table holds.
/// Source: the article "Advanced Game Search Algorithms (2)"; Marsland and Campbell: "Parallel search of
/// strongly ordered game trees", 1982. Unlike in the article, principal variation search tries the moves of a
/// RankedGame in the order of their gains, and does not make most moves of its last two plies at all.
template<Game G, TableUse kUse, Windows kWindows = Windows::Full>
requires(kUse == TableUse::None || HashedGame<G>) class AlphaBeta {
  public:
    using Position = typename G::Position;
    using Move = typename G::Move;
    using Moves = typename G::Moves;

    AlphaBeta() noexcept requires(kUse == TableUse::None) = default;
    /// `table` must outlive this.
    explicit AlphaBeta(Table<Move>& table) noexcept requires(kUse != TableUse::None)
        : table_(&table) {}

    /// The first of the best candidates, searched to `depth` plies. When the watch ends the search, the best
    /// of the candidates that were finished; empty when there is none.
    [[nodiscard]] std::optional<Choice<Move>> root(const Position& position, const Moves& candidates,
                                                   int depth, Watch& watch) noexcept {
        watch.visit();
        const Tree tree(table_, lines_, watch, depth);
        std::optional<Choice<Move>> best;
        for (const auto& move : candidates) {
            const int alpha = best ? best->value : -kInfinity;
            const int value = tree.value_of_move(G::after(position, move), 1, alpha, kInfinity, !best);
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
    /// The tree of one root(): it does not outlive the watch.
    class Tree {
      public:
        Tree(Table<Move>* table, Lines<Move>& lines, Watch& watch, int depth) noexcept
            : table_(table)
            , lines_(&lines)
            , watch_(&watch)
            , depth_(depth) {}

        /// Above `alpha` the value of the move that led to `next`, otherwise a bound at or below it.
        /// `is_first`: no move of its position was searched before.
        [[nodiscard]] int value_of_move(const Position& next, int ply, int alpha, int beta,
                                        bool is_first) const noexcept {
            if (kWindows == Windows::Null && !is_first) {
                const int bound = -value(next, ply, -alpha - 1, -alpha);
                if (bound <= alpha || bound >= beta || watch_->is_over()) {
                    return bound;
                }
            }
            return -value(next, ply, -beta, -alpha);
        }

      private:
        static constexpr bool kIsRanked = kWindows == Windows::Null && RankedGame<G>;

        [[nodiscard]] int value(const Position& position, int ply, int alpha, int beta) const noexcept {
            watch_->visit();
            if (alpha + 1 < beta) {
                lines_->clear(ply);
            }
            if (G::is_finished(position)) {
                return G::finished_score(position, ply);
            }
            if (ply == depth_) {
                return G::evaluation(position);
            }
            if constexpr (kIsRanked) {
                if (ply + 1 == depth_) {
                    return G::best_leaf(position, ply);
                }
            }
            if (watch_->is_over()) {
                return alpha; // it is not used
            }
            if constexpr (kUse != TableUse::None) {
                if (!kIsRanked || ply + 2 < depth_) { // faster than a look into the table's memory
                    return value_with_table(position, ply, alpha, beta);
                }
            }
            return best_move(position, ply, alpha, beta, std::nullopt).value;
        }

        [[nodiscard]] int value_with_table(const Position& position, int ply, int alpha,
                                           int beta) const noexcept {
            const std::uint64_t key = G::key(position);
            std::optional<Move> first;
            if (const auto* known = table_->find(key)) {
                if constexpr (kUse == TableUse::CutOff) {
                    const int known_value = from_table(known->value, ply);
                    if (speaks_for(*known, depth_ - ply) && settles(known->bound, known_value, alpha, beta)) {
                        return known_value;
                    }
                }
                if (G::is_legal(position, known->move)) {
                    first = known->move;
                }
            }
            const Choice<Move> best = best_move(position, ply, alpha, beta, first);
            if (!watch_->is_over()) {
                table_->store({key, to_table(best.value, ply), best.move,
                               static_cast<std::uint8_t>(depth_ - ply), bound_of(best.value, alpha, beta)});
            }
            return best.value;
        }

        [[nodiscard]] Choice<Move> best_move(const Position& position, int ply, int alpha, int beta,
                                             const std::optional<Move>& first) const noexcept {
            Choice<Move> best;
            bool is_first = true;
            const auto cuts_off = [&](const Move& move) {
                const int found = value_of_move(G::after(position, move), ply + 1, alpha, beta, is_first);
                is_first = false;
                if (found > best.value) {
                    best = {move, found};
                }
                if (found > alpha) {
                    alpha = found;
                    lines_->put(ply, move);
                }
                return alpha >= beta || watch_->is_over();
            };
            if (first && cuts_off(*first)) {
                return best;
            }
            if constexpr (kIsRanked) {
                const int now = G::evaluation(position);
                const bool one_answer_follows = ply + 2 == depth_;
                G::visit_by_gain(position, [&](const Move& move, int gain) {
                    if (one_answer_follows && now + gain <= alpha && G::caps(position, gain)) {
                        if (now + gain > best.value) { // the moves after it gain no more
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
        Lines<Move>* lines_;
        Watch* watch_;
        int depth_;
    };

    Table<Move>* table_ = nullptr;
    Lines<Move> lines_;
};

/// Principal variation search: the agent pvs.
template<HashedGame G>
using Pvs = AlphaBeta<G, TableUse::CutOff, Windows::Null>;

} // namespace search
