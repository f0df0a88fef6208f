#include "referee/rules/ataxx/perft.hpp"

#include <algorithm>
#include <array>

namespace ataxx {
namespace {

/// The squares that a stone on `square` has moves of its own to. Clones are not a stone's own where those
/// that make the same stone count once.
template<PerftCount kWhat>
[[nodiscard]] Bitboard own_targets(Square square) noexcept {
    if constexpr (kWhat == PerftCount::Positions) {
        return jump_targets(square);
    } else {
        return neighbours(square) | jump_targets(square);
    }
}

/// Leaves below a position that is not finished and has `moves` moves: without any there is the pass.
[[nodiscard]] std::uint64_t or_pass(int moves) noexcept {
    return static_cast<std::uint64_t>(std::max(moves, 1));
}

/// perft() at depth 1 of a position that is not finished.
template<PerftCount kWhat>
[[nodiscard]] std::uint64_t one_ply(const Position& position) noexcept {
    const Bitboard empty = position.empty_squares();
    int moves = kWhat == PerftCount::Positions ? (grown(position.own()) & empty).count() : 0;
    for_each(position.own(), [&](Square from) { moves += (own_targets<kWhat>(from) & empty).count(); });
    return or_pass(moves);
}

/// perft() at depth 2 of a position that is not finished and in which the side to move need not pass.
///
/// The answers to each move are not counted anew. The moves of each of the opponent's stones are counted
/// once, before any move is made. A move then takes away the moves of the stones that it turns and those to
/// the square that it fills; a jump adds those to the square that it leaves.
template<PerftCount kWhat>
ATAXX_POPCNT_CLONES [[nodiscard]] std::uint64_t two_plies(const Position& position) noexcept {
    constexpr bool kPositions = kWhat == PerftCount::Positions;
    const Bitboard own = position.own();
    const Bitboard theirs = position.theirs();
    const Bitboard empty = position.empty_squares();
    std::array<int, kSquares> moves_from; // only of `theirs`
    int moves_before = 0;
    for_each(theirs, [&](Square from) {
        const int moves = (own_targets<kWhat>(from) & empty).count();
        moves_from[static_cast<std::size_t>(from.index())] = moves;
        moves_before += moves;
    });
    std::uint64_t leaves = 0;
    for_each(grown(grown(own)) & empty, [&](Square to) {
        const Bitboard turned = neighbours(to) & theirs;
        const Bitboard left = theirs - turned;
        if (left.empty()) {
            return; // annihilation
        }
        const Bitboard still_empty = empty - Bitboard(to);
        const Bitboard clones = grown(left);
        int answers = moves_before - (own_targets<kWhat>(to) & left).count();
        for_each(turned, [&](Square from) { answers -= moves_from[static_cast<std::size_t>(from.index())]; });
        if constexpr (kPositions) {
            answers += (clones & still_empty).count();
        }
        const Bitboard cloners = neighbours(to) & own;
        if (!cloners.empty() && !still_empty.empty()) {
            const int times = kPositions ? 1 : cloners.count();
            leaves += static_cast<std::uint64_t>(times) * or_pass(answers);
        }
        for_each(jump_targets(to) & own, [&](Square from) {
            const int clones_to_it = kPositions && clones.has(from) ? 1 : 0;
            leaves += or_pass(answers + clones_to_it + (own_targets<kWhat>(from) & left).count());
        });
    });
    return leaves;
}

template<PerftCount kWhat>
[[nodiscard]] std::uint64_t count(const Position& position, int depth) noexcept {
    if (depth <= 0) {
        return 1;
    }
    if (position.is_finished()) {
        return 0;
    }
    if (depth == 1) {
        return one_ply<kWhat>(position);
    }
    if (!position.can_move()) {
        return count<kWhat>(position.pass(), depth - 1);
    }
    if (depth == 2) {
        return two_plies<kWhat>(position);
    }
    const Bitboard empty = position.empty_squares();
    std::uint64_t leaves = 0;
    for_each(grown(position.own()) & empty, [&](Square to) {
        const std::uint64_t below = count<kWhat>(position.after_clone(to), depth - 1);
        const int times = kWhat == PerftCount::Positions ? 1 : (neighbours(to) & position.own()).count();
        leaves += below * static_cast<std::uint64_t>(times);
    });
    for_each(position.own(), [&](Square from) {
        for_each(jump_targets(from) & empty,
                 [&](Square to) { leaves += count<kWhat>(position.after_jump(from, to), depth - 1); });
    });
    return leaves;
}

} // namespace

std::uint64_t perft(const Position& position, int depth, PerftCount what) noexcept {
    return what == PerftCount::Positions ? count<PerftCount::Positions>(position, depth)
                                         : count<PerftCount::Messages>(position, depth);
}

} // namespace ataxx
