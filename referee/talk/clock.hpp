#pragma once
// The time of one agent: what it is given, and what of it was used. Kept in nanoseconds, shown in whole
// milliseconds. Source: docs/protocol.md, "The clock".

#include "referee/base/steady_time.hpp"

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <string>

namespace referee {

/// A time as agents and people see it: rounded down. Sums are made before they are rounded.
[[nodiscard]] constexpr std::chrono::milliseconds shown_ms(std::chrono::nanoseconds time) noexcept {
    return std::chrono::floor<std::chrono::milliseconds>(time);
}

/// What limits an agent.
enum class LimitKind : std::uint8_t {
    Game,  ///< a time for the game, and an increment after each of its moves
    Move,  ///< a time for each move
    Nodes, ///< positions to search for each move; of UAI engines
    Depth, ///< plies to search for each move; of UAI engines
};

/// The limits of one agent in a game.
struct TimeControl {
    using Time = std::chrono::nanoseconds;

    constexpr TimeControl() = default;
    template<class Count, class Unit> // NOLINTNEXTLINE(google-explicit-constructor): this is the usual limit
    constexpr TimeControl(std::chrono::duration<Count, Unit> for_the_game) noexcept
        : time(for_the_game) {}

    LimitKind kind = LimitKind::Game;
    Time time = std::chrono::seconds(10); ///< Game: for all moves. Move: for each
    Time increment{0};                    ///< Game: added after each move of its own
    Time margin{0};                       ///< how much later an answer may come without a loss
    std::int64_t count = 0;               ///< Nodes, Depth: how many
    Time turn = std::chrono::seconds(60); ///< Nodes, Depth: after this time the engine is told to stop

    /// A time for the game and nothing else.
    [[nodiscard]] constexpr bool is_plain() const noexcept {
        return kind == LimitKind::Game && increment == Time(0) && margin == Time(0);
    }
    [[nodiscard]] constexpr bool has_time() const noexcept {
        return kind == LimitKind::Game || kind == LimitKind::Move;
    }
    bool operator==(const TimeControl&) const = default;
};

/// For people: `10000 ms`, `10000 ms and 100 ms more after each move`, `50 ms a move`, `800 nodes a move`,
/// `6 plies a move`.
[[nodiscard]] std::string to_string(const TimeControl& control);

/// A time control and the exact time charged against it.
class Clock {
  public:
    constexpr explicit Clock(const TimeControl& control) noexcept
        : control_(control)
        , given_(control.time) {}

    /// A turn took `elapsed`.
    constexpr void charge(std::chrono::nanoseconds elapsed) noexcept {
        used_ += elapsed;
        last_ = elapsed;
        if (control_.kind == LimitKind::Move) {
            const auto over = std::max(elapsed - control_.time, std::chrono::nanoseconds(0));
            over_sum_ += over;
            over_most_ = std::max(over_most_, over);
        }
    }
    /// The turn that was charged last was a move.
    constexpr void moved() noexcept { given_ += control_.increment; }

    [[nodiscard]] constexpr const TimeControl& control() const noexcept { return control_; }
    [[nodiscard]] constexpr std::chrono::nanoseconds used() const noexcept { return used_; }
    /// What is left for the next turn; negative when a margin was used.
    [[nodiscard]] constexpr std::chrono::nanoseconds remaining() const noexcept {
        return control_.kind == LimitKind::Game ? given_ - used_ : control_.time;
    }
    /// The most that the next turn may be charged without a loss.
    [[nodiscard]] constexpr std::chrono::nanoseconds turn_limit() const noexcept {
        return control_.has_time() ? remaining() + control_.margin : control_.turn;
    }
    /// Whether the turn that was charged last is lost. Using exactly what is given is not an overrun.
    [[nodiscard]] constexpr bool is_overrun() const noexcept {
        switch (control_.kind) {
        case LimitKind::Game:
            return used_ > given_ + control_.margin;
        case LimitKind::Move:
            return last_ > control_.time + control_.margin;
        case LimitKind::Nodes:
        case LimitKind::Depth:
            break;
        }
        return false;
    }
    /// How much more than its time moves took that were not lost: all of them, and the longest.
    [[nodiscard]] constexpr std::chrono::nanoseconds over_sum() const noexcept { return over_sum_; }
    [[nodiscard]] constexpr std::chrono::nanoseconds over_most() const noexcept { return over_most_; }

  private:
    TimeControl control_;
    std::chrono::nanoseconds given_;
    std::chrono::nanoseconds used_{0};
    std::chrono::nanoseconds last_{0};
    std::chrono::nanoseconds over_sum_{0};
    std::chrono::nanoseconds over_most_{0};
};

} // namespace referee
