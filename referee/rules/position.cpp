#include "referee/rules/position.hpp"

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

namespace {

/// perft() at depth 1, counted without making the moves.
std::uint64_t count_moves(const Position& position, PerftCount what) noexcept {
    const Bitboard empty = position.empty_squares();
    int clones = 0;
    int jumps = 0;
    if (what == PerftCount::Positions) {
        clones = (grown(position.own()) & empty).count();
    }
    for_each(position.own(), [&](Square from) {
        if (what == PerftCount::Messages) {
            clones += (neighbours(from) & empty).count();
        }
        jumps += (jump_targets(from) & empty).count();
    });
    const int moves = clones + jumps;
    return moves == 0 ? 1 : static_cast<std::uint64_t>(moves); // no move: the pass
}

} // namespace

std::uint64_t perft(const Position& position, int depth, PerftCount what) noexcept {
    if (depth <= 0) {
        return 1;
    }
    if (position.is_finished()) {
        return 0;
    }
    if (depth == 1) {
        return count_moves(position, what);
    }
    if (!position.can_move()) {
        return perft(position.pass(), depth - 1, what);
    }
    const Bitboard empty = position.empty_squares();
    std::uint64_t leaves = 0;
    for_each(grown(position.own()) & empty, [&](Square to) {
        const std::uint64_t below = perft(position.after_clone(to), depth - 1, what);
        const int sources = what == PerftCount::Positions ? 1 : (neighbours(to) & position.own()).count();
        leaves += below * static_cast<std::uint64_t>(sources);
    });
    for_each(position.own(), [&](Square from) {
        for_each(jump_targets(from) & empty,
                 [&](Square to) { leaves += perft(position.after_jump(from, to), depth - 1, what); });
    });
    return leaves;
}

} // namespace ataxx
