#pragma once
// Ataxx as a Game: the rules of referee/rules, and what a position is worth.

#include "agents/search/game.hpp"
#include "referee/rules/position.hpp"

namespace search {

/// Source of the scores: the article "Advanced Game Search Algorithms (1)".
struct Ataxx {
    using Position = ataxx::Position;
    using Move = ataxx::Move;
    using Moves = ataxx::MoveList;

    [[nodiscard]] static Moves moves(const Position& position) noexcept {
        return ataxx::legal_moves(position);
    }
    [[nodiscard]] static constexpr bool is_legal(const Position& position, Move move) noexcept {
        return position.is_legal(move);
    }
    [[nodiscard]] static constexpr Position after(const Position& position, Move move) noexcept {
        return position.after(move);
    }
    [[nodiscard]] static constexpr bool is_finished(const Position& position) noexcept {
        return position.is_finished();
    }
    /// Own stones minus the opponent's.
    [[nodiscard]] static constexpr int evaluation(const Position& position) noexcept {
        return position.own().count() - position.theirs().count();
    }
    /// Won when the side to move has more stones and lost otherwise: 49 squares are never shared evenly.
    [[nodiscard]] static constexpr int finished_score(const Position& position, int ply) noexcept {
        const int won = kInfinity - ply;
        return evaluation(position) > 0 ? won : -won;
    }
};
static_assert(Game<Ataxx>);

} // namespace search
