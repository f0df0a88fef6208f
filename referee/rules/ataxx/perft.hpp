#pragma once
// Counting the tree of moves: how the rules are compared with other programs.
// Source of the conventions and of the numbers it is tested with: libataxx, see
// tests/referee/rules/ataxx/perft_table.hpp.

#include "referee/rules/ataxx/position.hpp"
#include "referee/rules/rules.hpp"

#include <cstdint>

/// Before the definition of a function that counts stones in a loop: the function is compiled
/// twice, with and without the instruction POPCNT, which not every x86-64 has, and the loader chooses one
/// when the program starts. What is inlined into the function is compiled twice as well. It is compiled once
/// on other processors, and under the thread sanitizer, which crashes when the loader chooses (GCC 12).
/// Source: GCC manual, "Common Function Attributes", target_clones.
#if defined(__x86_64__) && defined(__linux__) && defined(__GNUC__) && !defined(__clang__) &&                 \
    !defined(__SANITIZE_THREAD__)
#define ATAXX_POPCNT_CLONES [[gnu::target_clones("default", "popcnt")]]
#else
#define ATAXX_POPCNT_CLONES
#endif

namespace ataxx {

using referee::PerftCount;

/// Leaves of the tree of `depth` plies below `position`; as positions, clones that make
/// the same stone count once. A forced pass is one child; a finished game has
/// none; depth 0 is 1. The turn limit is not modelled. The last two plies are counted without making their
/// moves.
[[nodiscard]] std::uint64_t perft(const Position& position, int depth, PerftCount what) noexcept;

} // namespace ataxx
