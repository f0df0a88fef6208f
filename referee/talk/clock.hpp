#pragma once
// One agent's time for a whole game. Kept in nanoseconds, shown in whole milliseconds.
// Source: docs/protocol.md, "The clock".

#include "referee/base/steady_time.hpp"

#include <chrono>

namespace referee {

/// A time as agents and people see it: rounded down. Sums are made before they are rounded.
[[nodiscard]] constexpr std::chrono::milliseconds shown_ms(std::chrono::nanoseconds time) noexcept {
    return std::chrono::floor<std::chrono::milliseconds>(time);
}

/// A budget and the exact sum of the time charged against it.
class Clock {
  public:
    constexpr explicit Clock(std::chrono::nanoseconds budget) noexcept
        : budget_(budget) {}

    constexpr void charge(std::chrono::nanoseconds elapsed) noexcept { used_ += elapsed; }

    [[nodiscard]] constexpr std::chrono::nanoseconds used() const noexcept { return used_; }
    /// Negative when more than the budget was used.
    [[nodiscard]] constexpr std::chrono::nanoseconds remaining() const noexcept { return budget_ - used_; }
    /// Using exactly the budget is not an overrun.
    [[nodiscard]] constexpr bool is_overrun() const noexcept { return used_ > budget_; }

  private:
    std::chrono::nanoseconds budget_;
    std::chrono::nanoseconds used_{0};
};

} // namespace referee
