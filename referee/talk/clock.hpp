#pragma once
// The time of one agent: what it is given, what of it was used, when an answer is late, and what of a turn is
// charged. Kept in nanoseconds, shown in whole milliseconds.
// Source: docs/protocol.md, "The clock"; docs/faults.md.

#include "referee/base/time.hpp"
#include "referee/talk/agents.hpp"
#include "referee/timing/turn_watch.hpp"

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

namespace referee {

/// A time as agents and people see it: rounded down. Sums are made before they are rounded.
[[nodiscard]] constexpr std::chrono::milliseconds shown_ms(std::chrono::nanoseconds time) noexcept {
    return std::chrono::floor<std::chrono::milliseconds>(time);
}

enum class LimitKind : std::uint8_t {
    Game,   ///< a time for the game or for a number of moves, and an increment after each of its moves
    Move,   ///< a time for each move
    Search, ///< none: its searches are limited; of engines
};

/// How far an engine searches for each move at most; 0: as far as its clock allows.
struct SearchLimit {
    std::int64_t nodes = 0; ///< positions
    std::int64_t depth = 0; ///< plies
    bool operator==(const SearchLimit&) const = default;
};

/// The limits of one agent in a game.
struct TimeControl {
    using Time = std::chrono::nanoseconds;

    constexpr TimeControl() = default;
    template<class Count, class Unit> // NOLINTNEXTLINE(google-explicit-constructor): this is the usual limit
    constexpr TimeControl(std::chrono::duration<Count, Unit> for_the_game) noexcept
        : time(for_the_game) {}

    LimitKind kind = LimitKind::Game;
    Time time = std::chrono::seconds(10); ///< Game: for all moves, or for `moves`. Move: for each
    int moves = 0;                        ///< Game: `time` is added again after so many; 0: never
    Time increment{0};                    ///< Game: added after each move of its own
    Time margin{0};                       ///< how late each answer may be without a loss
    SearchLimit search{};                 ///< with a clock or without; Search: at least one of the two
    Time turn = std::chrono::seconds(60); ///< Search: after this time the engine is told to stop

    /// A time for the game and nothing else.
    [[nodiscard]] constexpr bool is_plain() const noexcept {
        return kind == LimitKind::Game && moves == 0 && increment == Time(0) && margin == Time(0) &&
               search == SearchLimit();
    }
    [[nodiscard]] constexpr bool has_time() const noexcept { return kind != LimitKind::Search; }
    /// Game: all time that the clock has been given after `made` moves of the agent.
    [[nodiscard]] constexpr Time given(std::int64_t made) const noexcept {
        return time + increment * made + (moves > 0 ? time * (made / moves) : Time(0));
    }
    bool operator==(const TimeControl&) const = default;
};

/// For people: `10000 ms`, `60000 ms for 40 moves and 600 ms more after each move`, `50 ms a move`,
/// `800 nodes a move`, `10000 ms, at most 800 nodes and 6 plies a move`.
[[nodiscard]] std::string to_string(const TimeControl& control);

/// A time control and the exact time charged against it.
class Clock {
  public:
    constexpr explicit Clock(const TimeControl& control) noexcept
        : control_(control)
        , left_(control.time)
        , moves_to_go_(control.moves) {}

    /// A turn took `elapsed`.
    constexpr void charge(std::chrono::nanoseconds elapsed) noexcept {
        used_ += elapsed;
        left_ -= elapsed;
        last_ = elapsed;
        if (control_.kind == LimitKind::Move) {
            const auto over = std::max(elapsed - control_.time, std::chrono::nanoseconds(0));
            over_sum_ += over;
            over_most_ = std::max(over_most_, over);
        }
    }
    /// The turn that was charged last was a move. A clock that was used up begins again at 0.
    constexpr void moved() noexcept {
        left_ = std::max(left_, std::chrono::nanoseconds(0)) + control_.increment;
        if (control_.moves > 0 && --moves_to_go_ == 0) {
            moves_to_go_ = control_.moves;
            left_ += control_.time;
        }
    }

    [[nodiscard]] constexpr const TimeControl& control() const noexcept { return control_; }
    [[nodiscard]] constexpr std::chrono::nanoseconds used() const noexcept { return used_; }
    /// What is left for the next turn; negative while a late answer is judged.
    [[nodiscard]] constexpr std::chrono::nanoseconds remaining() const noexcept {
        return control_.kind == LimitKind::Game ? left_ : control_.time;
    }
    /// Moves of the agent until time is added; 0: none is.
    [[nodiscard]] constexpr int moves_to_go() const noexcept { return moves_to_go_; }
    /// The most that the next turn may be charged without a loss.
    [[nodiscard]] constexpr std::chrono::nanoseconds turn_limit() const noexcept {
        return control_.has_time() ? remaining() + control_.margin : control_.turn;
    }
    /// Whether the turn that was charged last is lost. Using exactly what is given is not an overrun.
    [[nodiscard]] constexpr bool is_overrun() const noexcept {
        switch (control_.kind) {
        case LimitKind::Game:
            return left_ < -control_.margin;
        case LimitKind::Move:
            return last_ > control_.time + control_.margin;
        case LimitKind::Search:
            break;
        }
        return false;
    }
    /// How much more than its time moves took that were not lost: all of them, and the longest.
    [[nodiscard]] constexpr std::chrono::nanoseconds over_sum() const noexcept { return over_sum_; }
    [[nodiscard]] constexpr std::chrono::nanoseconds over_most() const noexcept { return over_most_; }

  private:
    TimeControl control_;
    std::chrono::nanoseconds left_;
    int moves_to_go_;
    std::chrono::nanoseconds used_{0};
    std::chrono::nanoseconds last_{0};
    std::chrono::nanoseconds over_sum_{0};
    std::chrono::nanoseconds over_most_{0};
};

// When an answer is late, and what of a turn is charged. Replaceable without the conversation that asks it.

/// What of a turn is charged: all wall time, or wall time without the time in which the agent had no core.
enum class ClockRule : std::uint8_t { Wall, Fair };

/// The time that an agent has for one answer.
struct AnswerTime {
    Side side = Side::First; ///< of the agent
    SteadyTime::time_point asked;
    std::chrono::nanoseconds limit{0};    ///< to be charged at most
    std::chrono::nanoseconds patience{0}; ///< from `asked`; above `limit` when delays are not charged
};

/// Judges the time of one game's answers. A turn is watched, and so is a wait outside of turns (READY), in
/// which each agent may be asked. Such a wait is always over when so much wall time has passed.
class TurnClock {
  public:
    /// The meters must outlive it.
    TurnClock(ClockRule rule, Meter& first, Meter& second) noexcept;

    void game_begins() noexcept;

    /// Call it immediately before the mover is told that it is its turn.
    void turn_begins(Side mover);
    /// The turn ended with `reply`, whose `elapsed` is wall time. Sets what is charged and the load. The
    /// reply becomes a Timeout when more than the limit is charged.
    void turn_ends(const AnswerTime& time, Reply& reply);

    /// The same for a wait outside of turns. When it ended with a Timeout, the load is set.
    void wait_begins(Side side);
    void wait_ends(const AnswerTime& time, Reply& reply);

    /// When to look at the clock again, if no answer comes.
    [[nodiscard]] SteadyTime::time_point next_check(const AnswerTime& time) const noexcept;
    /// Looks at the turn or wait when it has lasted long enough, and watches it from then on.
    void check(const AnswerTime& time, SteadyTime::time_point now);
    /// Whether the agent is out of time when `elapsed` has passed. Extends the patience where not all of it
    /// is charged.
    [[nodiscard]] bool is_late(AnswerTime& time, std::chrono::nanoseconds elapsed);

    /// Whether the clock cut off the last turn or wait of `side`, and more is known of it when the agent ends
    /// at once.
    [[nodiscard]] bool needs_end_of(Side side) const noexcept;
    /// The load of the last turn or wait of `side`, when the clock cut it off. The agent ended at about
    /// `ended` and is not yet reaped.
    [[nodiscard]] std::optional<TurnLoad> after_end_of(Side side, SteadyTime::time_point ended);

  private:
    [[nodiscard]] bool is_late_in_fair_turn(AnswerTime& time, std::chrono::nanoseconds elapsed);

    ClockRule rule_;
    PerSide<Meter*> meters_;
    TurnWatch watch_;
    PerSide<TurnWatch> wait_watches_; ///< in each the agent of that side is the mover
    Side mover_ = Side::First;
    bool is_turn_ = false;
    std::chrono::nanoseconds next_look_{0}; ///< from the start of the turn
    /// From the start of a wait outside of turns.
    PerSide<std::chrono::nanoseconds> next_wait_look_{std::chrono::nanoseconds::max(),
                                                      std::chrono::nanoseconds::max()};
    PerSide<TurnWatch*> cut_off_{}; ///< what watched the last turn or wait, if the clock ended it
};

} // namespace referee
