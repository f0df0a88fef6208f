#pragma once
// The clock that every wait and every measurement reads.

#include <chrono>

namespace referee {

/// The monotonic clock; every reading and deadline in the referee is one of its time points.
using SteadyTime = std::chrono::steady_clock;

} // namespace referee
