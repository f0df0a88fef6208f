#pragma once
// The agents, openings and cores of a run of any kind, found and checked before its first game.

#include "referee/game/process_player.hpp"
#include "referee/process/orphans.hpp"
#include "referee/process/placement.hpp"
#include "referee/process/signal_stop.hpp"
#include "sprt/config/run_plan.hpp"
#include "sprt/schedule/openings.hpp"

#include <csignal>
#include <memory>
#include <string>
#include <vector>

namespace sprt {

struct Entrant {
    AgentConfig config;
    std::string name;  ///< in messages: `agent 1`, or its own name
    std::string place; ///< where its command was given
};

/// The parts of a plan, which must outlive it, that say what the games of its run are played with.
struct StageRequest {
    StageRequest(const RunPlan& plan, const ConfigSources& sources);
    StageRequest(const TournamentPlan& plan, const ConfigSources& sources);
    /// What a worker plays with `agents`.
    StageRequest(const PlayPlan& play, const SchedulePlan& schedule, const std::vector<AgentConfig>& agents,
                 std::vector<std::string> hidden);

    std::vector<Entrant> entrants;
    const PlayPlan& play;
    const SchedulePlan& schedule;
    bool is_remote = false;  ///< workers play: the agents are not started here
    std::string config_file; ///< empty: none
    std::string out;         ///< directory of the run; empty: none
    /// More files that may tell an agent of the rival's seed or of the run.
    std::vector<std::string> hidden;
    std::string openings_place;                  ///< where the openings were given
    std::string adjudicate_place = "adjudicate"; ///< where the rules of adjudication were given

  private:
    StageRequest(const SharedPlan& plan, const SchedulePlan& its_schedule, const ConfigSources& sources);
};

/// What the games of a run are played with. Throws UserError for a program that cannot be executed, for a
/// sandbox that must be and cannot, for too few descriptors, and for tables that cannot be read.
[[nodiscard]] referee::PlayerKit find_kit(const StageRequest& request);

/// Must be made before any other thread: from then on signals request a stop, but SIGUSR1 asks for the
/// status.
struct Stage {
    /// Throws UserError, naming the place of the setting, for a program that cannot be executed, for openings
    /// that cannot be read, that are as long as the games or that a native agent cannot be told, and for too
    /// few descriptors.
    Stage(const StageRequest& request, referee::Placement placement);

    referee::Orphans orphans;
    referee::SignalStop signals{orphans, SIGUSR1};
    referee::SignalRequest status_request{SIGUSR1};
    referee::PlayerKit kit;
    std::unique_ptr<Openings> openings;
    referee::Placement placement;
};

} // namespace sprt
