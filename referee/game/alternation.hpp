#pragma once
// Which agent plays first in which game, and which games are a pair. No other file knows about odd and even
// games. Source: docs/commands.md, "What counts, and in which order".

#include "referee/game/agent_seed.hpp"
#include "referee/game/job.hpp"
#include "referee/talk/manner.hpp"

#include <cstdint>
#include <utility>
#include <vector>

namespace referee {

/// The pair of a game, both from 0: games 0 and 1 are pair 0. The agents change seats within a pair.
[[nodiscard]] constexpr std::uint64_t pair_of(std::uint64_t game) noexcept {
    return game / 2;
}

/// Whether `game` is the first game of its pair; the next game is then the second.
[[nodiscard]] constexpr bool begins_pair(std::uint64_t game) noexcept {
    return game % 2 == 0;
}

/// Agent 1 plays first in games 0, 2, 4, ...
[[nodiscard]] constexpr Player first_player(std::uint64_t game) noexcept {
    return begins_pair(game) ? Player::Agent1 : Player::Agent2;
}

/// Whether a process that is ended as `restart` says plays on after `game`.
[[nodiscard]] constexpr bool plays_on(Restart restart, std::uint64_t game) noexcept {
    return restart == Restart::Never || (restart == Restart::Pair && begins_pair(game));
}

/// How many of the first `games` games belong to pairs of which both games are among them.
template<class Count>
[[nodiscard]] constexpr Count in_whole_pairs(Count games) noexcept {
    return games - games % 2;
}

/// Game `game` of the run with the seed `run`. Each agent of each game has a seed of its own.
[[nodiscard]] inline Job alternating_game(std::uint64_t game, const RunSeed& run, Game rules,
                                          const GameLimits& limits, const PerPlayer<Restart>& restart,
                                          std::vector<MoveNumbers> opening = {}) {
    return {.rules = rules,
            .id = game,
            .pair = pair_of(game),
            .first = first_player(game),
            .seeds = {agent_seed(run, game, Player::Agent1), agent_seed(run, game, Player::Agent2)},
            .limits = limits,
            .is_verified = is_verified(run.seed, game, limits.adjudication.verify),
            .keeps = {plays_on(restart.agent1, game), plays_on(restart.agent2, game)},
            .opening = std::move(opening)};
}

} // namespace referee
