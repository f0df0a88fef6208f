#pragma once
// How long an agent thinks about a move, given the time left on its clock. Pure.
// Source: the article "Advanced Game Search Algorithms (2)": 150 ms a move, 10 ms when less than 1150 ms are
// left. That rule alone uses up 10 s in 160 of 200 moves, so that a move here takes a twentieth of what is
// left at most.

#include <algorithm>
#include <chrono>
#include <optional>

namespace search {

inline constexpr std::chrono::milliseconds kMoveTime{150};
inline constexpr std::chrono::milliseconds kHurriedMoveTime{10};
inline constexpr std::chrono::milliseconds kHurryBelow{1150};

/// Time that is never spent on thinking. It pays for what else is charged to the clock: the way of 200
/// messages through the pipes, and the wait for a core.
inline constexpr std::chrono::milliseconds kReserve{60};

/// The time to think about a move when `left` is left for the whole game and `wanted` is the time for one
/// move (empty: no limit). It is at most a twentieth of what is left above the reserve, and zero when nothing
/// is left above it: the agent then plays the first move that it finds.
[[nodiscard]] constexpr std::chrono::microseconds
thinking_time(std::chrono::milliseconds left, std::optional<std::chrono::milliseconds> wanted) noexcept {
    const auto most = std::chrono::microseconds(std::max(left - kReserve, std::chrono::milliseconds(0))) / 20;
    if (!wanted) {
        return most;
    }
    const auto asked = left < kHurryBelow ? std::min(*wanted, kHurriedMoveTime) : *wanted;
    return std::min(std::chrono::microseconds(asked), most);
}

/// The longest time for a search to a fixed depth when `left` is left: half of what is above the reserve. A
/// search that takes longer is given up.
[[nodiscard]] constexpr std::chrono::milliseconds fixed_depth_time(std::chrono::milliseconds left) noexcept {
    return std::max(left - kReserve, std::chrono::milliseconds(0)) / 2;
}

} // namespace search
