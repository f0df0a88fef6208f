#include "referee/rules/ataxx/uai/position.hpp"

#include "referee/rules/ataxx/clones.hpp"

#include <algorithm>

namespace ataxx::uai {

using referee::PerftCount;

MoveList legal_moves(const Position& position) noexcept {
    MoveList moves;
    if (position.ending()) {
        return moves;
    }
    const Bitboard empty = position.empty_squares();
    for_each(position.stones().own(), [&](Square from) {
        for_each(neighbours(from) & empty, [&](Square to) { moves.push_back(Move(from, to)); });
        for_each(jump_targets(from) & empty, [&](Square to) { moves.push_back(Move(from, to)); });
    });
    if (moves.empty()) {
        moves.push_back(Move::pass());
    }
    return moves;
}

ATAXX_POPCNT_CLONES std::uint64_t perft(const Position& position, int depth, PerftCount what) noexcept {
    if (depth <= 0) {
        return 1;
    }
    if (position.ending()) {
        return 0;
    }
    const bool is_once = what == PerftCount::Positions; // clones to a square count once
    const Bitboard own = position.stones().own();
    const Bitboard empty = position.empty_squares();
    if (depth == 1) {
        int moves = 0;
        for_each(own, [&](Square from) {
            moves += (jump_targets(from) & empty).count();
            moves += is_once ? 0 : (neighbours(from) & empty).count();
        });
        moves += is_once ? (grown(own) & empty).count() : 0;
        return static_cast<std::uint64_t>(std::max(moves, 1)); // without any there is the pass
    }
    if (!position.can_move()) {
        return perft(position.after(Move::pass()), depth - 1, what);
    }
    std::uint64_t leaves = 0;
    for_each(grown(own) & empty, [&](Square to) {
        const Bitboard sources = neighbours(to) & own;
        const int times = is_once ? 1 : sources.count();
        leaves += static_cast<std::uint64_t>(times) *
                  perft(position.after(Move(sources.lowest(), to)), depth - 1, what);
    });
    for_each(own, [&](Square from) {
        for_each(jump_targets(from) & empty,
                 [&](Square to) { leaves += perft(position.after(Move(from, to)), depth - 1, what); });
    });
    return leaves;
}

} // namespace ataxx::uai
