#pragma once
// Measures the speed of this machine by the fixed search. Source: docs/many-machines.md, "Speed".

#include "referee/process/placement.hpp"

#include <chrono>

namespace sprt::remote {

/// Million nodes a second of the mean copy, while each of `slots` slots runs one, on the cores that
/// `placement` has for it. Takes `time`, above 0. Throws std::system_error when a thread cannot be made.
[[nodiscard]] double measure_speed(const referee::Placement& placement, int slots,
                                   std::chrono::milliseconds time);

} // namespace sprt::remote
