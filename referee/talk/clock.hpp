#pragma once
// One agent's time for a whole game. Nanoseconds inside, whole milliseconds on the wire.
// Source: docs/protocol.md, "The clock".

#include "referee/base/steady_time.hpp"

#include <chrono>

namespace referee {

/// What is shown to agents and people: rounded down, and only at the moment of showing.
[[nodiscard]] constexpr std::chrono::milliseconds shown_ms(std::chrono::nanoseconds time) noexcept {
    return std::chrono::floor<std::chrono::milliseconds>(time);
}

/// A budget and the exact sum of what was charged against it.
class Clock {
  public:
    constexpr explicit Clock(std::chrono::nanoseconds budget) noexcept
        : budget_(budget) {}

    constexpr void charge(std::chrono::nanoseconds elapsed) noexcept { used_ += elapsed; }

    [[nodiscard]] constexpr std::chrono::nanoseconds used() const noexcept { return used_; }
    /// Negative when more was used than there was.
    [[nodiscard]] constexpr std::chrono::nanoseconds remaining() const noexcept { return budget_ - used_; }
    /// Time used up to exactly the budget is still in time.
    [[nodiscard]] constexpr bool is_overrun() const noexcept { return used_ > budget_; }

  private:
    std::chrono::nanoseconds budget_;
    std::chrono::nanoseconds used_{0};
};

} // namespace referee
