#pragma once
// Numbers that may be undefined or infinite, as JSON.

#include "referee/game/json.hpp"
#include "sprt/stats/interval.hpp"

#include <optional>

namespace sprt {

/// null for what is undefined or not finite; never -0.0.
[[nodiscard]] referee::Json json_number(std::optional<double> value);

/// `[lower, upper]` of such numbers; `[null, null]` for what is undefined.
[[nodiscard]] referee::Json json_interval(const std::optional<Interval>& interval);

} // namespace sprt
