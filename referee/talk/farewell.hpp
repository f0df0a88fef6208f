#pragma once
// Ending agents that were told to finish: signals, each with a time to take effect.

#include "referee/base/stop_token.hpp"
#include "referee/talk/drain.hpp"
#include "referee/talk/seat.hpp"

#include <chrono>

namespace referee {

/// Waits up to `finish_wait` for the exit of both agents, then sends SIGTERM, and after 100 ms SIGKILL. Reads
/// what they write meanwhile. A requested `stop` cuts the first wait short. Afterwards both have exited and
/// are not reaped. Throws std::system_error when the machine cannot wait.
void see_off(PerSide<Seat>& seats, std::chrono::milliseconds finish_wait, StopToken stop, Drain& drain);

} // namespace referee
