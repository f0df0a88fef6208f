#pragma once
// How long an agent thinks about a move, from what is left on its clock. Pure.
// Source: the article "Advanced Game Search Algorithms (2)": 150 ms a move, 10 ms when less than 1150 ms are
// left. By itself that runs out of 10 s at the 161st move of 200, so a twentieth of what is left is the most
// here.

#include <algorithm>
#include <chrono>
#include <optional>

namespace search {

inline constexpr std::chrono::milliseconds kMoveTime{150};
inline constexpr std::chrono::milliseconds kHurriedMoveTime{10};
inline constexpr std::chrono::milliseconds kHurryBelow{1150};

/// Never spent on thinking: it pays for what else is charged, the way of 200 messages through the pipes and a
/// process that waits for its core.
inline constexpr std::chrono::milliseconds kReserve{60};

/// The time to think about a move when `left` is left for the whole game and `wanted` is what a move may take
/// (empty: as long as it likes): at most a twentieth of what is left above the reserve. Zero when nothing is:
/// then the agent plays what it sees at once.
[[nodiscard]] constexpr std::chrono::microseconds
thinking_time(std::chrono::milliseconds left, std::optional<std::chrono::milliseconds> wanted) noexcept {
    const auto most = std::chrono::microseconds(std::max(left - kReserve, std::chrono::milliseconds(0))) / 20;
    if (!wanted) {
        return most;
    }
    const auto asked = left < kHurryBelow ? std::min(*wanted, kHurriedMoveTime) : *wanted;
    return std::min(std::chrono::microseconds(asked), most);
}

/// The most that a search to a fixed depth may take of what is left, before it is given up for one that looks
/// at its clock: half of what is above the reserve.
[[nodiscard]] constexpr std::chrono::milliseconds fixed_depth_time(std::chrono::milliseconds left) noexcept {
    return std::max(left - kReserve, std::chrono::milliseconds(0)) / 2;
}

} // namespace search
