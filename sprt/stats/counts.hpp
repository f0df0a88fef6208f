#pragma once
// What was counted: all that a verdict is computed from.

#include <cstdint>

namespace sprt {

/// Games won, lost and drawn by agent 1.
struct Wld {
    std::uint64_t wins = 0;
    std::uint64_t losses = 0;
    std::uint64_t draws = 0;

    [[nodiscard]] constexpr std::uint64_t games() const noexcept { return wins + losses + draws; }
    constexpr bool operator==(const Wld&) const = default;
};

} // namespace sprt
