#pragma once
// Seeing agents off: words, then signals, each with a time to take effect.

#include "referee/base/steady_time.hpp"
#include "referee/base/stop_token.hpp"
#include "referee/talk/seat.hpp"
#include "referee/talk/trace.hpp"

#include <array>
#include <span>

namespace referee {

/// Reads what an agent wrote to its standard error and keeps the last `keep` bytes, or up to twice as many.
/// `scratch` is room to read into.
void drain_errors(Seat& seat, std::size_t keep, Trace& trace, std::span<char> scratch);

/// Both agents were told to finish. Waits up to `finish_wait` for their end, then sends SIGTERM, and after
/// 100 ms SIGKILL; whoever is in `at_once` gets SIGKILL without a wait. What they write meanwhile is read. A
/// readable `stop` cuts the first wait short. Both have ended afterwards and are not reaped.
void see_off(std::array<Seat, 2>& seats, const std::array<bool, 2>& at_once,
             std::chrono::milliseconds finish_wait, std::size_t keep_errors, StopToken stop, Trace& trace,
             std::span<char> scratch);

} // namespace referee
