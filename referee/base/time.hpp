#pragma once
// The time of day, for people and for other programs, and the clock that every wait and every measurement
// reads.
// Source: ISO 8601.

#include <chrono>
#include <optional>
#include <string>
#include <string_view>

namespace referee {

/// The time of day; nothing is measured by it.
using UtcTime = std::chrono::time_point<std::chrono::system_clock, std::chrono::milliseconds>;

[[nodiscard]] UtcTime utc_time_now() noexcept;

/// `2026-11-26T21:55:58.042Z`.
[[nodiscard]] std::string utc_text(UtcTime time);

/// The time that such a text names; empty when it is none.
[[nodiscard]] std::optional<UtcTime> utc_time_of(std::string_view text);

/// The monotonic clock; every reading and deadline in the referee is one of its time points.
using SteadyTime = std::chrono::steady_clock;

} // namespace referee
