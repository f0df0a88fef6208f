#pragma once
// One game, from READY to FINISH.
// Source: docs/protocol.md; how a game ends is the table of "How a game ends" there.

#include "referee/game/job.hpp"
#include "referee/game/record.hpp"
#include "referee/talk/agents.hpp"

namespace referee {

/// Plays `job` with agents that were just started, and waits until both have ended. Whatever the agents do is
/// a result in the record. Throws only errors of the world (std::system_error). A game that was stopped is
/// Aborted and not scored. An opening that breaks the conditions of Job is a bug of the caller's.
/// `lacked`: whether each agent lacked the opening in the first game of the pair, where that is known; it may
/// not change its mind, which would drop the pair.
[[nodiscard]] GameRecord play(const Job& job, Agents& agents,
                              const PerPlayer<std::optional<bool>>& lacked = {});

} // namespace referee
