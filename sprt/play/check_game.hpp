#pragma once
// The check game before the first pair: each agent makes one move. It finds agents that do not work, whose
// games would decide nothing but that. It is not counted, and nothing of it is kept.
// Source: docs/commands.md, "The check game".

#include "referee/base/user_error.hpp"
#include "referee/game/record.hpp"
#include "sprt/play/pool.hpp"
#include "sprt/schedule/jobs.hpp"

#include <chrono>
#include <optional>
#include <string>
#include <vector>

namespace sprt {

/// An agent failed in the check game.
class CheckGameFailed : public referee::UserError {
  public:
    using referee::UserError::UserError;
};

/// The longest time for READY, and for a move, in the check game.
inline constexpr std::chrono::seconds kLongestCheck{10};

/// The first game of the run, ended by the turn limit after one move of each agent. It waits for no agent
/// longer than kLongestCheck.
[[nodiscard]] Job check_job(const SchedulePlan& plan, Openings& openings);
/// The same between two agents of a list, `times` being theirs.
[[nodiscard]] Job check_job(const SchedulePlan& plan, Openings& openings,
                            const referee::PerPlayer<referee::AgentId>& agents,
                            const referee::PerPlayer<referee::TimeControl>& times);

/// Plays `job` with a player of its own. Empty when `interrupt` becomes readable. Throws what the player
/// throws.
[[nodiscard]] std::optional<referee::GameRecord> play_check_game(const Job& job, const MakePlayer& player,
                                                                 const referee::StopToken& interrupt);

/// Whether an agent lost the check game `game` by a fault. A time loss is none here, as everywhere, and
/// neither is READY without an answer within kLongestCheck when the run gives more (`ready`).
[[nodiscard]] bool shows_broken_agent(const referee::GameRecord& game, std::chrono::nanoseconds ready);

/// By the check game `game`: why an agent cannot be told some of the openings, naming the first of them in
/// its file; empty when both can be told, as far as is known what they offer.
[[nodiscard]] std::string untold_opening_text(const referee::GameRecord& game, const OpeningsFacts& openings);

/// What went wrong in a check game that shows_broken_agent(), in one line that names the agent.
[[nodiscard]] std::string check_failure_text(const referee::GameRecord& lost);

/// The last lines of the standard error of the agents at fault, each after `agent 2's standard error: `.
[[nodiscard]] std::vector<std::string> last_words(const referee::GameRecord& lost);

} // namespace sprt
