#pragma once
// Numbers that may be undefined or infinite, as text for people.

#include "sprt/stats/interval.hpp"

#include <optional>
#include <string>

namespace sprt {

/// Fixed decimals; `undefined`, `+inf`, `-inf`; never -0.0.
[[nodiscard]] std::string number_text(std::optional<double> value, int decimals);

/// `[lower, upper]`, or `undefined`; with more decimals where both ends would look alike.
[[nodiscard]] std::string interval_text(const std::optional<Interval>& interval, int decimals);

/// `share`, 0 to 1, in percent.
[[nodiscard]] std::string percent_text(std::optional<double> share, int decimals);

/// A number of games, rounded up to a whole one.
[[nodiscard]] std::string games_text(std::optional<double> games);

} // namespace sprt
