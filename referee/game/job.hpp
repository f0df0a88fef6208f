#pragma once
// A game that is to be played, with the seeds and the times of its agents and who plays first; the same as
// JSON. A job is complete: a player of jobs computes nothing about them.
// Source: docs/protocol.md, "The clock", "How a game ends".

#include "referee/game/adjudication/adjudication.hpp"
#include "referee/game/json.hpp"
#include "referee/game/player.hpp"
#include "referee/rules/games.hpp"
#include "referee/rules/opening_text.hpp"
#include "referee/talk/agents.hpp"
#include "referee/talk/clock.hpp"

#include <fmt/format.h>

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace referee {

// REFEREE_SEED of each agent in each game, from the seed of the run.

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

// The time of agents on a machine that is slower or faster than others, so that they think as much there.
// Source: docs/many-machines.md, "Speed".

/// A factor of times. Whole thousandths, so that the times that follow from it are the same everywhere.
struct TimeScale {
    std::int64_t thousandths = 1000;

    static constexpr std::int64_t kLeast = 250;
    static constexpr std::int64_t kMost = 4000;
    bool operator==(const TimeScale&) const = default;
};

/// `0.25`, `1`, `1.337`: as it is written in JSON.
[[nodiscard]] inline std::string to_string(TimeScale scale) {
    return fmt::format("{}", static_cast<double>(scale.thousandths) / 1000);
}

/// The limits with each time that an agent may use multiplied; whole microseconds, rounded down. The margin
/// is the referee's, and limits of nodes and plies are the same on all machines.
[[nodiscard]] constexpr TimeControl scaled(TimeControl control, TimeScale scale) noexcept {
    using std::chrono::floor;
    using std::chrono::microseconds;
    if (control.has_time()) {
        for (TimeControl::Time* time : {&control.time, &control.increment}) {
            *time = microseconds(floor<microseconds>(*time).count() * scale.thousandths / 1000);
        }
    }
    return control;
}

struct GameLimits {
    PerPlayer<TimeControl> time{};
    std::chrono::nanoseconds ready = std::chrono::seconds(3); ///< to say OK
    int turns = facts_of(kDefaultGame).turns;                 ///< of both sides together
    Adjudication adjudication{};                              ///< what may end a game before its board does
};

struct Job {
    Game rules = kDefaultGame;
    std::uint64_t id = 0; ///< the number of the game in its run, from 0
    std::uint64_t pair = 0;
    std::optional<std::uint64_t> round{};    ///< of a tournament; empty: the run has two agents
    PerPlayer<AgentId> agents = kBothAgents; ///< who plays
    std::optional<TunedGame> tune{};         ///< of a tuning: what the agents are started with
    Player first = Player::Agent1;
    PerPlayer<std::uint64_t> seeds{};
    GameLimits limits{};
    /// Rules of adjudication do not end the game: what they would have done is written down.
    bool is_verified = false;
    /// What the times in `limits` were multiplied with; empty: they are those of the run.
    std::optional<TimeScale> time_scale{};
    PerPlayer<bool> keeps{}; ///< the process of this agent may play the next game too
    /// Made before the agents are asked; the first player makes its first move. The moves are legal one after
    /// the other and leave the game unfinished; there are at most kMostOpeningMoves, and fewer than the turns
    /// of the game. Played only when both agents offer OPENING; otherwise the game begins at the start.
    std::vector<MoveNumbers> opening{};
    /// The game begins at this position. When `opening` has moves too, they lead to it. Played only when each
    /// agent offers FEN, or OPENING for the moves; otherwise the game begins at the usual start.
    std::optional<Start> start{};
};

/// The game of `job` after its opening; empty when the opening breaks the rules, ends the game, or does not
/// lead to the position that it must lead to.
[[nodiscard]] std::optional<Course> after_opening(const Job& job);

// Which agent plays first in which game, and which games are a pair. No other file knows about odd and even
// games. Source: docs/commands.md, "What counts, and in which order".

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

// A job as JSON, for who plays it elsewhere. Source: docs/many-machines.md;
// configs/schema/remote.schema.json.

/// All of `job` but its pair. Times are rounded down to microseconds, so that nobody gets more than the job
/// says.
[[nodiscard]] Json job_json(const Job& job);

/// Reads what job_json() makes; the pair is 0. That the opening is legal is not checked. Throws UserError
/// naming the JSON pointer of what is missing, mistyped or out of range.
[[nodiscard]] Job read_job(const JsonNode& node);

} // namespace referee
