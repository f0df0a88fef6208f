#pragma once
// The moves that lead from the start of a game to positions near it. Source: docs/games.md, "Positions".

#include "referee/rules/games.hpp"

#include <optional>
#include <span>
#include <vector>

namespace sprt {

/// Up to so many moves are looked for: all of them in Ataxx are 156 thousand, which takes some 0.05 s.
inline constexpr int kMostMovesTo = 4;

/// For each of `boards`, which are of `game`: the first of the shortest lists of at most kMostMovesTo moves
/// that lead to it from the start; empty when there is none. Where positions repeat, the last of the moves is
/// one after which nothing before it can come again.
[[nodiscard]] std::vector<std::optional<std::vector<referee::MoveNumbers>>>
moves_to(referee::Game game, std::span<const referee::Board> boards);

} // namespace sprt
