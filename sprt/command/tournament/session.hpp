#pragma once
// A session of a tournament: its games from one moment on, what is printed of them, and the end of its
// directory.

#include "referee/base/console.hpp"
#include "sprt/command/stage.hpp"
#include "sprt/config/tournament_plan.hpp"
#include "sprt/store/run_directory.hpp"
#include "sprt/tournament/tournament_tally.hpp"

#include <cstddef>
#include <functional>
#include <optional>
#include <vector>

namespace sprt {

/// Plays a check game of each of `playing` with itself. Returns those that did not offer OPENING. Throws
/// UserError that names all agents that do not work, after the last lines of their standard errors were
/// printed.
[[nodiscard]] std::vector<std::size_t> check_agents(const TournamentPlan& plan, Stage& stage,
                                                    const std::vector<std::size_t>& playing);

/// Plays the games after those of `tally`, prints what is to be seen, and ends the directory, which is null
/// for a tournament that is not kept. `lacking` checks the agents before the first game, and returns those
/// that did not offer OPENING. Throws as play_session().
[[nodiscard]] referee::ExitStatus play_on(const TournamentPlan& plan, Stage& stage, TournamentTally tally,
                                          const std::function<std::vector<std::size_t>()>& lacking,
                                          TournamentDirectory* directory);

/// 4 when an agent was withdrawn, or too few are left; `signal` is what interrupted it.
[[nodiscard]] referee::ExitStatus status_of_tournament(const TournamentState& state,
                                                       const std::optional<int>& signal);

/// The agents that play from now on.
[[nodiscard]] std::vector<std::size_t> playing_in(const TournamentPlan& plan, const TournamentTally& tally);

} // namespace sprt
