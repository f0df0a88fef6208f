#pragma once
// When an answer is late, and what of a turn is charged. Replaceable without the conversation that asks it.
// Source: docs/protocol.md, "The clock"; docs/faults.md.

#include "referee/base/time.hpp"
#include "referee/talk/agents.hpp"
#include "referee/timing/turn_watch.hpp"

#include <chrono>
#include <cstdint>
#include <optional>

namespace referee {

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
