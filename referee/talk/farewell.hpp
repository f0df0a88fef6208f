#pragma once
// Ending agents that were told to finish: signals, each with a time to take effect.

#include "referee/base/stop_token.hpp"
#include "referee/talk/drain.hpp"
#include "referee/talk/seat.hpp"

#include <array>
#include <chrono>

namespace referee {

/// The agents that leave; nullptr for one that stays.
using Leaving = std::array<Seat*, 2>;

/// Waits up to `finish_wait` for the exit of the agents, then sends SIGTERM, and after 100 ms SIGKILL. Reads
/// what they write meanwhile. A requested `stop` cuts the first wait short. Afterwards they have exited and
/// are not reaped. Throws std::system_error when the machine cannot wait.
void see_off(const Leaving& leaving, std::chrono::milliseconds finish_wait, StopToken stop, Drain& drain);

} // namespace referee
