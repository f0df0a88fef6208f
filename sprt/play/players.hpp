#pragma once
// What the workers of a pool play with: both agents as processes.

#include "referee/game/process_player.hpp"
#include "referee/process/orphans.hpp"
#include "referee/process/placement.hpp"
#include "sprt/play/pool.hpp"

namespace sprt {

/// Players of `kit`, each worker and its agents on its cores of `placement`. The arguments must outlive it.
[[nodiscard]] MakePlayer process_player(const referee::PlayerKit& kit, const referee::Placement& placement,
                                        referee::Orphans& orphans);

} // namespace sprt
