#pragma once
// Positions that games of random moves reach.

#include "referee/base/splitmix64.hpp"
#include "referee/rules/games.hpp"
#include "referee/rules/opening_text.hpp"

#include <cstddef>
#include <vector>

namespace referee::check {

struct RandomPosition {
    Start start;                    ///< the game goes on
    std::vector<MoveNumbers> moves; ///< lead there from the usual start
};

/// After up to `most_moves` random moves, fewer where the game would be over; at least one.
[[nodiscard]] RandomPosition random_position(Game rules, SplitMix64& chance, std::size_t most_moves);

} // namespace referee::check
