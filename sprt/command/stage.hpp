#pragma once
// What a run is played with, found and checked before the first game.

#include "referee/process/orphans.hpp"
#include "referee/process/placement.hpp"
#include "referee/process/program.hpp"
#include "referee/process/signal_stop.hpp"
#include "sprt/config/config.hpp"
#include "sprt/schedule/openings.hpp"

#include <array>
#include <memory>

#include <sys/resource.h>

namespace sprt {

/// Made before any other thread, since SIGINT and SIGTERM are ours from then on.
struct Stage {
    /// `config` is filled in. Throws UserError, naming the place by `sources`, for programs that cannot be
    /// executed, openings that cannot be read or are as long as the games, and too few descriptors.
    Stage(const Config& config, const ConfigSources& sources);

    referee::Orphans orphans;
    referee::SignalStop signals{orphans};
    std::array<referee::Program, 2> programs;
    rlimit descriptors; ///< what agents get
    std::unique_ptr<Openings> openings;
};

} // namespace sprt
