#pragma once
// What a run is played with, found and checked before the first game.

#include "referee/game/process_player.hpp"
#include "referee/process/orphans.hpp"
#include "referee/process/placement.hpp"
#include "referee/process/signal_stop.hpp"
#include "sprt/config/run_plan.hpp"
#include "sprt/schedule/openings.hpp"

#include <memory>

namespace sprt {

/// Made before any other thread: from then on SIGINT and SIGTERM ask for a stop.
struct Stage {
    /// Throws UserError, naming the place by `sources`, for programs that cannot be executed, openings that
    /// cannot be read or are as long as the games, and too few descriptors.
    Stage(const RunPlan& plan, const ConfigSources& sources, referee::Placement placement);

    referee::Orphans orphans;
    referee::SignalStop signals{orphans};
    referee::PlayerKit kit;
    std::unique_ptr<Openings> openings;
    referee::Placement placement;
};

} // namespace sprt
