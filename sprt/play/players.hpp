#pragma once
// What a worker plays with: both agents as processes.

#include "referee/game/play.hpp"
#include "referee/process/orphans.hpp"
#include "referee/process/placement.hpp"
#include "referee/process/program.hpp"
#include "sprt/config/config.hpp"
#include "sprt/play/workers.hpp"
#include "sprt/schedule/openings.hpp"

#include <array>

#include <sys/resource.h>

namespace sprt {

/// The limits of every game by `config`.
[[nodiscard]] referee::GameLimits limits_of(const Config& config);

/// The programs of both agents, by Player. Throws UserError naming the place by `sources` when one cannot be
/// executed.
[[nodiscard]] std::array<referee::Program, 2> find_programs(const Config& config, const ConfigSources& sources);

/// A player of `config`'s schedule (filled in): each worker, and so the agents it starts, on its cores of
/// `placement`. Agents get `descriptors` as their limit of open files. The arguments must outlive it.
[[nodiscard]] MakePlayer process_player(const Config& config, const std::array<referee::Program, 2>& programs,
                                        const referee::Placement& placement, Openings& openings,
                                        const rlimit& descriptors, referee::Orphans& orphans);

} // namespace sprt
