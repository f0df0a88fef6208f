#pragma once
// The limits of both agents in a game's line. Source: docs/log-format.md.

#include "referee/game/json.hpp"
#include "referee/game/player.hpp"
#include "referee/game/time_scale.hpp"
#include "referee/talk/clock.hpp"

#include <optional>
#include <string>

namespace referee {

/// The field of a game's line with its comma: `,"budget_us":[10000000,10000000]` when both agents have a time
/// for the game and nothing else, otherwise `,"limits":[{"time_us":10000000,"inc_us":100000},{"nodes":500}]`.
/// Empty when the limits of an agent are not known.
[[nodiscard]] std::string limits_field(const PerPlayer<std::optional<TimeControl>>& limits);

/// Reads either field of a game's line. Empty when it has neither. Throws UserError naming the JSON pointer
/// of what is wrong.
[[nodiscard]] PerPlayer<std::optional<TimeControl>> read_limits(const JsonNode& line);

/// Reads a factor of times. Throws UserError when it is no such number.
[[nodiscard]] TimeScale read_time_scale(const JsonNode& node);

} // namespace referee
