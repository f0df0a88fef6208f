#pragma once
// The agents, openings and cores of a tournament, found and checked before its first game.

#include "referee/process/orphans.hpp"
#include "referee/process/placement.hpp"
#include "referee/process/signal_request.hpp"
#include "referee/process/signal_stop.hpp"
#include "sprt/config/tournament_plan.hpp"
#include "sprt/play/tournament_players.hpp"

#include <csignal>
#include <memory>
#include <vector>

namespace sprt {

/// Must be made before any other thread, see Stage.
struct TournamentStage {
    /// Throws UserError as Stage does.
    TournamentStage(const TournamentPlan& plan, const ConfigSources& sources, referee::Placement placement);

    /// What all agents consist of.
    [[nodiscard]] std::vector<referee::AgentPrint> prints() const;

    referee::Orphans orphans;
    referee::SignalStop signals{orphans, SIGUSR1};
    referee::SignalRequest status_request{SIGUSR1};
    TournamentKit kit;
    std::unique_ptr<Openings> openings;
    referee::Placement placement;
    std::vector<std::size_t> lacking{}; ///< agents that did not offer OPENING in their check games
};

/// A line for each agent that has other files now than when `kit` was made. Reads all of them.
[[nodiscard]] std::vector<std::string> changed_files(const TournamentPlan& plan, const TournamentKit& kit);

/// Plays a check game of each of `agents` with itself; of it the stage keeps who lacks OPENING. Throws
/// UserError that names all agents that do not work, after the last lines of their standard errors were
/// printed.
void check_agents(const TournamentPlan& plan, TournamentStage& stage, const std::vector<std::size_t>& agents);

} // namespace sprt
