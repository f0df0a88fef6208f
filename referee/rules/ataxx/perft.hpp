#pragma once
// Counting the tree of moves: how the rules are compared with other programs.
// Source of the conventions and of the numbers it is tested with: libataxx, see
// tests/referee/rules/ataxx/perft_table.hpp.

#include "referee/rules/ataxx/position.hpp"
#include "referee/rules/perft.hpp"

#include <cstdint>

namespace ataxx {

using referee::PerftCount;

/// Leaves of the tree of `depth` plies below `position`; as positions, clones that make
/// the same stone count once. A forced pass is one child; a finished game has
/// none; depth 0 is 1. The turn limit is not modelled. The last two plies are counted without making their
/// moves.
[[nodiscard]] std::uint64_t perft(const Position& position, int depth, PerftCount what) noexcept;

} // namespace ataxx
