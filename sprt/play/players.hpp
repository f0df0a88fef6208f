#pragma once
// The players of a pool: agents are processes.

#include "referee/game/process_player.hpp"
#include "referee/process/orphans.hpp"
#include "referee/process/placement.hpp"
#include "sprt/play/pool.hpp"

namespace sprt {

/// Gives each worker a ProcessPlayer of `kit`. A worker and its agents run on the cores that `placement` has
/// for that worker. The arguments must outlive the result and its players.
[[nodiscard]] MakePlayer process_player(const referee::PlayerKit& kit, const referee::Placement& placement,
                                        referee::Orphans& orphans);

} // namespace sprt
