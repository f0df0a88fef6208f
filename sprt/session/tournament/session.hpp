#pragma once
// A session of a tournament: its games from one moment on, what is printed of them, and the end of its
// directory.

#include "referee/base/console.hpp"
#include "sprt/config/tournament_plan.hpp"
#include "sprt/ledger/tournament_tally.hpp"
#include "sprt/session/stage.hpp"
#include "sprt/store/run_directory.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace sprt {

/// An agent that lost its check game by a fault, and by which.
struct FailedAgent {
    std::size_t agent;
    std::string why;
};

/// All of `failed` in one line: `a: exited 7; b: exited 1`.
[[nodiscard]] std::string failures_text(const TournamentPlan& plan, const std::vector<FailedAgent>& failed);

/// Plays a check game of each of `playing` with itself. Returns those that did not offer OPENING. Agents that
/// do not work are put into `failed`, in the order of the list, after the last lines of their standard errors
/// were printed; without it CheckGameFailed names them all.
[[nodiscard]] std::vector<std::size_t> check_agents(const TournamentPlan& plan, Stage& stage,
                                                    const std::vector<std::size_t>& playing,
                                                    std::vector<FailedAgent>* failed = nullptr);

/// Plays the games after those of `tally`, prints what is to be seen, and ends the directory, which is null
/// for a tournament that is not kept. `lacking`: the agents that did not offer OPENING. Throws as
/// play_session().
[[nodiscard]] referee::ExitStatus play_on(const TournamentPlan& plan, Stage& stage, TournamentTally tally,
                                          const std::vector<std::size_t>& lacking,
                                          TournamentDirectory* directory);

/// 4 when an agent was withdrawn, or too few are left; `signal` is what interrupted it.
[[nodiscard]] referee::ExitStatus status_of_tournament(const TournamentState& state,
                                                       const std::optional<int>& signal);

/// The agents that play from now on.
[[nodiscard]] std::vector<std::size_t> playing_in(const TournamentPlan& plan, const TournamentTally& tally);

} // namespace sprt
