#pragma once
// Ending agents that were told to finish: signals, each with a time to take effect.

#include "referee/base/stop_token.hpp"
#include "referee/talk/drain.hpp"
#include "referee/talk/seat.hpp"
#include "referee/timing/stall_watch.hpp"

#include <array>
#include <chrono>

namespace referee {

/// The agents that leave; nullptr for one that stays.
using Leaving = std::array<Seat*, 2>;

/// Waits up to `finish_wait` for the exit of the agents, then sends SIGTERM, and after 100 ms SIGKILL,
/// several times. Reads what they write meanwhile. Afterwards they have exited and are not reaped, or the
/// kernel does not end them within 10 s. A requested `stop` shortens the waits to 300 ms together. `own` is
/// of this thread: an exit is not taken for later because it was late. Throws std::system_error when the
/// machine cannot wait.
void see_off(const Leaving& leaving, std::chrono::milliseconds finish_wait, StopToken stop, StallMeter& own,
             Drain& drain);

} // namespace referee
