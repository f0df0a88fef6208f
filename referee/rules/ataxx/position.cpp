#include "referee/rules/ataxx/position.hpp"

namespace ataxx {

MoveList legal_moves(const Position& position) noexcept {
    MoveList moves;
    if (position.is_finished()) {
        return moves;
    }
    const Bitboard empty = position.empty_squares();
    for_each(position.own(), [&](Square from) {
        for_each(neighbours(from) & empty, [&](Square to) { moves.push_back(Move(from, to)); });
        for_each(jump_targets(from) & empty, [&](Square to) { moves.push_back(Move(from, to)); });
    });
    if (moves.empty()) {
        moves.push_back(Move::pass());
    }
    return moves;
}

} // namespace ataxx
