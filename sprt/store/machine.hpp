#pragma once
// The machine of a run, as run.json describes it.
// Source: docs/runs.md.

#include "referee/game/json.hpp"
#include "referee/process/placement.hpp"

#include <cstdint>

namespace sprt {

/// `machine` of run.json: this machine, and the cores of the `games` played at once.
[[nodiscard]] referee::Json describe_machine(const referee::Placement& placement, std::int64_t games);

} // namespace sprt
