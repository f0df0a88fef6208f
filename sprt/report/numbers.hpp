#pragma once
// Numbers that may be undefined or infinite, for programs and for people.

#include "referee/game/json.hpp"

#include <array>
#include <optional>
#include <string>
#include <string_view>

namespace sprt {

using Interval = std::array<double, 2>; ///< {lower, upper}; either may be infinite

/// Null for what is undefined or not finite; never -0.0.
[[nodiscard]] referee::Json json_number(std::optional<double> value);

/// Two such numbers; two nulls for what is undefined.
[[nodiscard]] referee::Json json_interval(const std::optional<Interval>& interval);

/// Fixed decimals; `undefined`, `+inf`, `-inf`; never -0.0.
[[nodiscard]] std::string number_text(std::optional<double> value, int decimals);

/// `[lower, upper]`, or `undefined`.
[[nodiscard]] std::string interval_text(const std::optional<Interval>& interval, int decimals);

/// `share`, 0 to 1, in percent.
[[nodiscard]] std::string percent_text(std::optional<double> share, int decimals);

/// A number of games, rounded up to a whole one.
[[nodiscard]] std::string games_text(std::optional<double> games);

} // namespace sprt
