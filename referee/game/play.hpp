#pragma once
// One game, from READY to FINISH, and what is then written into its record.
// Source: docs/protocol.md; how a game ends is the table of "How a game ends" there.

#include "referee/game/job.hpp"
#include "referee/game/record.hpp"
#include "referee/game/speakers/speaker.hpp"
#include "referee/talk/agents.hpp"

#include <chrono>
#include <optional>

namespace referee {

/// Plays `job` with agents that were just started, and waits until both have ended. Whatever the agents do is
/// a result in the record. Throws only errors of the world (std::system_error). A game that was stopped is
/// Aborted and not scored. An opening that breaks the conditions of Job is a bug of the caller's.
/// `lacked`: whether each agent lacked the opening in the first game of the pair, where that is known; it may
/// not change its mind, which would drop the pair.
[[nodiscard]] GameRecord play(const Job& job, Agents& agents,
                              const PerPlayer<std::optional<bool>>& lacked = {});

// What is written into the record of a game when it has ended. Source: docs/runs.md, "A game's line".

struct TurnsTaken {
    TurnLoad load;                        ///< over all of them
    std::chrono::nanoseconds most_cpu{0}; ///< in one watched turn
    MostAndSum pings;                     ///< the waits before them that are not charged
};

/// How a game ended, and what is then known about its agents.
struct GameOutcome {
    Termination termination;
    std::optional<Side> loser; ///< by a fault; of a game that is not scored, the side at fault
    PerSide<std::optional<AgentFault>> faults;
    PerSide<Departure> departures;
    PerSide<TurnsTaken> turns;
    PerSide<bool> is_free{}; ///< see Agents::is_free()
    bool is_curbed = false;  ///< the agent that lost on time or crashed, see Reply
};

/// Completes `record`, which has the opening, the moves with what engines said of them, and what the agents
/// offer. The winner by a rule of adjudication must be in it already; any other winner is written here.
void write_down(const GameSoFar& game, GameOutcome outcome, GameRecord& record);

} // namespace referee
