#pragma once
// Moves that bring a side into a position in which it must pass: agents that are told no positions are asked
// for a pass by whole games. Source: docs/engines.md, "Checking an engine".

#include "referee/base/seed.hpp"
#include "referee/rules/games.hpp"

namespace referee::check {

/// The move of the side to move after which `who`, either side, is soonest without one, by a search `depth`
/// moves deep (at least 1); by chance where several are alike. The game has passes (asserted) and goes on.
[[nodiscard]] MoveNumbers move_towards_pass(const Board& board, Side who, int depth, SplitMix64& chance);

} // namespace referee::check
