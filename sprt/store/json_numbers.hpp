#pragma once
// Numbers that may be undefined or infinite, counts and times of results, as JSON.

#include "referee/game/json.hpp"
#include "referee/game/machine_report.hpp"
#include "referee/game/record.hpp"
#include "sprt/ledger/conduct.hpp"
#include "sprt/stats/counts.hpp"
#include "sprt/stats/interval.hpp"

#include <optional>

namespace sprt {

/// null for what is undefined or not finite; never -0.0.
[[nodiscard]] referee::Json json_number(std::optional<double> value);

/// `[lower, upper]` of such numbers; `[null, null]` for what is undefined.
[[nodiscard]] referee::Json json_interval(const std::optional<Interval>& interval);

/// `[wins, losses, draws]`
[[nodiscard]] referee::Json wld_json(const Wld& games);
/// `[agent 1, agent 2]`
[[nodiscard]] referee::Json faults_json(const referee::PerPlayer<FaultCounts>& counts);
[[nodiscard]] referee::Json time_losses_json(const referee::PerPlayer<FaultCounts>& counts);
/// `median`, `p99` and `largest`
[[nodiscard]] referee::Json delays_json(const referee::MachineReport::Delays& delays);
/// `disturbed` of a result. Causes that earlier versions did not know are there when there are any.
[[nodiscard]] referee::Json disturbances_json(const referee::Disturbances& times);

} // namespace sprt
