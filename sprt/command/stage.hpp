#pragma once
// The agents, openings and cores of a run, found and checked before its first game.

#include "referee/game/process_player.hpp"
#include "referee/process/orphans.hpp"
#include "referee/process/placement.hpp"
#include "referee/process/signal_request.hpp"
#include "referee/process/signal_stop.hpp"
#include "sprt/config/run_plan.hpp"
#include "sprt/schedule/openings.hpp"

#include <csignal>
#include <memory>

namespace sprt {

/// The programs of both agents. Throws UserError, naming the setting, when one cannot be executed.
[[nodiscard]] referee::PerPlayer<referee::Program> find_programs(const RunPlan& plan,
                                                                 const ConfigSources& sources);

/// What the games of a run are played with. Throws UserError for a program that cannot be executed, for a
/// sandbox that must be and cannot, and for too few descriptors.
[[nodiscard]] referee::PlayerKit find_kit(const RunPlan& plan, const ConfigSources& sources);

/// Must be made before any other thread: from then on signals request a stop, but SIGUSR1 asks for the
/// status.
struct Stage {
    /// Throws UserError, naming the setting's place by `sources`, for a program that cannot be executed, for
    /// openings that cannot be read or are as long as the games, and for too few descriptors.
    Stage(const RunPlan& plan, const ConfigSources& sources, referee::Placement placement);

    /// What both agents consist of.
    [[nodiscard]] referee::PerPlayer<referee::AgentPrint> prints() const {
        referee::PerPlayer<referee::AgentPrint> prints{kit.files.agent1.print(), kit.files.agent2.print()};
        for (const referee::Player player : referee::kPlayers) {
            prints[player].in_sandbox = kit.sandboxes.of[player] != nullptr;
        }
        return prints;
    }

    referee::Orphans orphans;
    referee::SignalStop signals{orphans, SIGUSR1};
    referee::SignalRequest status_request{SIGUSR1};
    referee::PlayerKit kit;
    std::unique_ptr<Openings> openings;
    referee::Placement placement;
};

} // namespace sprt
