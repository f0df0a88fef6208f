#pragma once
// How fast the machine of a worker is, and what follows for the time of agents there. Pure.
// Source: docs/many-machines.md, "Speed".

#include "referee/game/time_scale.hpp"

#include <optional>
#include <string>

namespace sprt::remote {

/// The factor of times on a machine of `speed` when those of the run are for one of `reference`, both in
/// million nodes a second and above 0. Empty outside of TimeScale::kLeast to TimeScale::kMost: agents that
/// have so much more or less time play another game.
[[nodiscard]] std::optional<referee::TimeScale> time_scale(double reference, double speed);

/// Why a worker of that speed gets no pairs of such a run; empty speed: it said none.
[[nodiscard]] std::string unwelcome_speed(double reference, std::optional<double> speed);

} // namespace sprt::remote
