#pragma once
// Which game is which: a pure function of the run's seed and the game's number.

#include "referee/base/seed.hpp"
#include "referee/game/play.hpp"

#include <cstdint>

namespace referee {

/// What is settled about game `game` (from 0) before it is played: agent 1 plays first in games 0, 2, 4, ...;
/// a pair is two neighbours with the seats swapped; each agent of each game has a seed of its own.
[[nodiscard]] inline GameSetup alternating_game(std::uint64_t game, std::uint64_t run_seed,
                                                const GameLimits& limits) {
    return {.game = game,
            .pair = game / 2,
            .first = game % 2 == 0 ? Player::Agent1 : Player::Agent2,
            .seed = {game_seed(run_seed, game, 0), game_seed(run_seed, game, 1)},
            .limits = limits};
}

} // namespace referee
