#pragma once
// Counting the tree of moves of any game: how the rules are compared with other programs.

#include "referee/rules/rules.hpp"

#include <cstdint>

namespace referee {

enum class PerftCount : std::uint8_t {
    Positions, ///< moves that make the same position count once, where the game says so
    Messages,  ///< every distinct MOVE line counts
};

/// Leaves of the tree of `depth` plies below `position`. A finished game has no children; depth 0 is 1. The
/// turn limit is not modelled. A game may have its own, faster perft(), for which moves may differ by kind.
template<Rules G>
[[nodiscard]] std::uint64_t perft(const typename G::Position& position, int depth, PerftCount what) noexcept {
    if constexpr (requires { G::perft(position, depth, what); }) {
        return G::perft(position, depth, what);
    } else {
        if (depth <= 0) {
            return 1;
        }
        const auto moves = G::moves(position);
        if (depth == 1) {
            return moves.size();
        }
        std::uint64_t leaves = 0;
        for (const auto move : moves) {
            leaves += perft<G>(G::after(position, move), depth - 1, what);
        }
        return leaves;
    }
}

} // namespace referee
