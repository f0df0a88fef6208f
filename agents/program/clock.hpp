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

/// What an agent knows of its clock when it is asked for a move.
struct OwnClock {
    // NOLINTNEXTLINE(google-explicit-constructor): a time for the game is the usual clock
    constexpr OwnClock(std::chrono::milliseconds left_for_all) noexcept
        : left(left_for_all) {}

    std::chrono::milliseconds left;
    std::chrono::milliseconds increment{0}; ///< added after each move
    std::chrono::milliseconds move{0};      ///< the time for this move alone; 0: there is none such
};

/// The clock when `passed` of this turn has passed.
[[nodiscard]] constexpr OwnClock after(OwnClock clock, std::chrono::milliseconds passed) noexcept {
    clock.left -= passed;
    if (clock.move > std::chrono::milliseconds(0)) {
        clock.move = std::max(clock.move - passed, std::chrono::milliseconds(1));
    }
    return clock;
}

/// What of a time for one move is spent on thinking. The rest pays for the messages and the wait for a core.
[[nodiscard]] constexpr std::chrono::microseconds share_of_move(std::chrono::milliseconds move) noexcept {
    using std::chrono::microseconds;
    return std::max(move - std::clamp<microseconds>(move / 10, microseconds(1000), microseconds(10'000)),
                    microseconds(0));
}

/// The time to think about a move when `wanted` is the time for one move (empty: no limit). With a time for
/// each move it is at most nine tenths of that. Otherwise it is at most a twentieth of what is left above the
/// reserve and three quarters of the increment, and zero when nothing is left above the reserve: the agent
/// then plays the first move that it finds.
[[nodiscard]] constexpr std::chrono::microseconds
thinking_time(const OwnClock& clock, std::optional<std::chrono::milliseconds> wanted) noexcept {
    using std::chrono::microseconds;
    if (clock.move > std::chrono::milliseconds(0)) {
        const auto most = share_of_move(clock.move);
        return wanted ? std::min<microseconds>(*wanted, most) : most;
    }
    const auto above = microseconds(std::max(clock.left - kReserve, std::chrono::milliseconds(0)));
    const auto gained = microseconds(clock.increment) * 3 / 4;
    const auto most = std::min(above / 20 + gained, above);
    if (!wanted) {
        return most;
    }
    const auto hurried = std::max<microseconds>(kHurriedMoveTime, gained);
    const auto asked = clock.left < kHurryBelow ? std::min<microseconds>(*wanted, hurried) : *wanted;
    return std::min(asked, most);
}

/// The longest time for a search to a fixed depth: half of what is left above the reserve, or what may be
/// spent on one move. A search that takes longer is given up.
[[nodiscard]] constexpr std::chrono::microseconds fixed_depth_time(const OwnClock& clock) noexcept {
    return clock.move > std::chrono::milliseconds(0)
               ? share_of_move(clock.move)
               : std::chrono::microseconds(std::max(clock.left - kReserve, std::chrono::milliseconds(0))) / 2;
}

} // namespace search
