#pragma once
// Games that are decided before the board is full: one side can only pass, and the other one fills the board.
// Source: docs/adjudication.md, "fill", which has the proof.

#include "referee/rules/ataxx/position.hpp"

#include <optional>

namespace ataxx {

/// The opponent of the side to move, when it wins by filling `empty`, the squares that a stone may still come
/// to, with clones; empty when that is not proved. Proved it is when the side to move must pass, clones reach
/// every square of `empty`, `turns_left` turns of both sides are enough, and the opponent then has more
/// stones. The game goes on, and passes do not end it.
[[nodiscard]] constexpr std::optional<Side> winner_by_filling(const Position& position, Bitboard empty,
                                                              int turns_left) noexcept {
    const Bitboard passer = position.own();
    const Bitboard filler = position.theirs();
    if (!(grown(grown(passer)) & empty).empty()) {
        return std::nullopt;
    }
    Bitboard reached;
    for (Bitboard next = grown(filler) & empty; next != reached; next = grown(filler | reached) & empty) {
        reached = next;
    }
    const bool fills = reached == empty && 2 * empty.count() <= turns_left; // each clone comes after a pass
    return fills && filler.count() + empty.count() > passer.count()
               ? std::optional(opponent(position.to_move()))
               : std::nullopt;
}

} // namespace ataxx
