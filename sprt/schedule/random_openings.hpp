#pragma once
// Openings of random moves.

#include "sprt/schedule/openings.hpp"

#include <cstdint>
#include <memory>
#include <vector>

namespace sprt {

/// All different openings of `plies` moves, in a fixed order: one for each canonical key of the quiet
/// positions that such openings lead to. `seed` chooses one of the symmetric images of each opening, so that
/// games begin in all parts of the board: an agent may play one corner worse than another.
[[nodiscard]] std::vector<Opening> all_openings(referee::Game game, int plies, std::uint64_t seed);

/// Up to how many moves least_openings() is known.
[[nodiscard]] int most_counted_moves(referee::Game game) noexcept;

/// A number of openings that `random:MOVES` surely has. From 1 to most_counted_moves().
[[nodiscard]] std::uint64_t least_openings(referee::Game game, int moves) noexcept;

/// After so many draws in a row that give no new opening, drawn openings are used up.
inline constexpr int kMostFruitless = 10'000;

/// Openings of `plies` random moves, each legal move equally likely, drawn in order when they are first asked
/// for. A draw is rejected when its last position is not quiet or has the canonical key of an earlier one.
/// Takes about 60 bytes a pair.
[[nodiscard]] std::unique_ptr<Openings> drawn_openings(referee::Game game, int plies, std::uint64_t seed);

/// All openings of `plies` moves, listed and shuffled, or drawn where they are too many to list. Throws
/// UserError when there is none.
[[nodiscard]] std::unique_ptr<Openings> random_openings(referee::Game game, int plies, std::uint64_t seed);

} // namespace sprt
