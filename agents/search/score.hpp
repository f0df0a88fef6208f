#pragma once
// What a position is worth, from the side to move.

#include "referee/rules/position.hpp"

namespace ataxx {

/// Own stones minus the opponent's.
[[nodiscard]] constexpr int stone_difference(const Position& position) noexcept {
    return position.own().count() - position.theirs().count();
}

/// More than any score can be.
inline constexpr int kInfinity = 1 << 30;

/// A finished position, `ply` moves below the root: won when the side to move has more stones and lost
/// otherwise, and the sooner the more. Source: the article "Advanced Game Search Algorithms (1)".
[[nodiscard]] constexpr int finished_score(const Position& position, int ply) noexcept {
    const int won = kInfinity - ply;
    return stone_difference(position) > 0 ? won : -won;
}

} // namespace ataxx
