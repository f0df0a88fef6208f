#pragma once
// REFEREE_SEED of each agent in each game, from the seed of the run.

#include "referee/game/player.hpp"

#include <cstdint>

namespace referee {

/// How the seeds of agents follow from the seed of a run.
enum class SeedRule : std::uint8_t {
    Hashed, ///< nothing follows from one agent's seed but, by trying all seeds of runs, the others
    Mixed,  ///< runs of earlier versions: who knows one seed of an agent can compute the others
};

/// The seed of a run, and what follows from it.
struct RunSeed {
    std::uint64_t seed = 0;
    SeedRule rule = SeedRule::Hashed;
};

/// REFEREE_SEED of `agent` in `game`; depends on the arguments alone. Hashed: the first eight bytes, the most
/// significant one first, of the SHA-256 of `REFEREE_SEED RUN GAME AGENT`, numbers in decimal, games from 0
/// and agents from 1. Source: docs/protocol.md, "The environment"; FIPS 180-4.
[[nodiscard]] std::uint64_t agent_seed(const RunSeed& run, std::uint64_t game, Player agent);

} // namespace referee
