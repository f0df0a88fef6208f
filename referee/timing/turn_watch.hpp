#pragma once
// Watches the turns of two agents: what the mover used, what it waited for, and what its rival used
// meanwhile. An agent that answers within a millisecond costs nothing. Source: docs/faults.md.

#include "referee/base/time.hpp"
#include "referee/timing/meter.hpp"
#include "referee/timing/tampering.hpp"

#include <algorithm>
#include <chrono>
#include <optional>

namespace referee {

/// A turn is watched from its start when the mover's previous turn took a millisecond or more, otherwise from
/// 10 ms after its start. A look that would tell nothing new is left out.
class TurnWatch {
  public:
    /// From the start of a turn to look(), and from one look to the next.
    static constexpr std::chrono::milliseconds kFirstLook{10};

    /// The meters of the two agents of a game. They must outlive it.
    TurnWatch(Meter& one, Meter& other) noexcept
        : one_{.meter = &one}
        , other_{.meter = &other} {}
    TurnWatch(const TurnWatch&) = delete;
    TurnWatch& operator=(const TurnWatch&) = delete;

    void game_begins() noexcept;
    /// Call it immediately before the mover is told that it is its turn. `mover` is one of the two meters.
    void turn_begins(const Meter& mover);
    /// Call it kFirstLook after the turn began while must_look(), and again after the same time while
    /// must_look_again().
    void look(SteadyTime::time_point now);
    /// Whether the turn is not yet watched as a whole.
    [[nodiscard]] bool must_look() const noexcept { return !base_ || !counts_kin_ || must_look_again(); }
    /// Whether the mover may start threads: what a thread waits after the last look is lost when the thread
    /// ends. Or it has kin, and might start others until Kin::started is the same again.
    [[nodiscard]] bool must_look_again() const noexcept {
        return mover_->meter->starts_threads() || !mover_->kin_before.threads.empty();
    }
    /// What is known at `now`; zeros while the turn is not watched.
    [[nodiscard]] TurnLoad load(SteadyTime::time_point now);
    /// The answer came, `took` after the turn began.
    TurnLoad turn_ends(SteadyTime::time_point now, std::chrono::nanoseconds took);

    /// The clock cut the turn off at `now`. The kernel counts a wait of the mover that still lasts only when
    /// the mover ends.
    TurnLoad cut_off(SteadyTime::time_point now);
    /// Whether the mover may still have waited when it was cut off: then after_its_end() knows more.
    [[nodiscard]] bool needs_its_end() const noexcept { return needs_its_end_; }
    /// The load of the turn that was cut off. The mover ended at about `ended` and is not yet reaped.
    [[nodiscard]] TurnLoad after_its_end(SteadyTime::time_point ended);

    /// What is known, and how much longer than `load.delay` the mover may have waited: a wait that lasts is
    /// not in the delay. 0 for a mover that sleeps.
    struct SoFar {
        TurnLoad load;
        std::chrono::nanoseconds uncounted;
    };
    [[nodiscard]] SoFar so_far(SteadyTime::time_point now);

  private:
    struct Agent {
        Meter* meter;
        std::chrono::nanoseconds last_took{0}; ///< its previous turn
        bool has_kin = false;                  ///< it has started processes in this game
        Meter::Kin kin_before{};               ///< when the watch of the turn began; valid if counts_kin_
    };
    struct Asked {
        SteadyTime::time_point at;
        std::chrono::nanoseconds cpu;
    };
    struct Base {
        SteadyTime::time_point at;
        Meter::Reading mover;
        std::chrono::nanoseconds rival_cpu;
    };

    void begin(SteadyTime::time_point now);
    void begin_kin();
    [[nodiscard]] TurnLoad throttled_unseen(SteadyTime::time_point now);
    [[nodiscard]] std::chrono::nanoseconds waited_until(const Meter::Reading& now,
                                                        std::chrono::nanoseconds afterwards) const;

    Agent one_;
    Agent other_;
    Agent* mover_ = &one_;
    Agent* rival_ = &other_;
    SteadyTime::time_point began_;                 ///< the turn, watched or not
    std::chrono::nanoseconds throttled_before_{0}; ///< when that was read last: in this turn or before
    std::optional<Base> base_;     ///< where the watch of the turn began; empty: the turn is not watched
    bool counts_kin_ = false;      ///< in this turn
    bool has_new_threads_ = false; ///< the mover may have started some since its turn before was watched
    std::optional<Asked> asked_;
    SteadyTime::time_point may_wait_since_; ///< a wait that lasts did not begin before
    TurnLoad cut_off_;
    SteadyTime::time_point cut_off_at_;
    bool needs_its_end_ = false;
    bool delay_counts_ = true; ///< in this turn: the mover cannot have caused its delay
};

/// What `--clock fair` charges for a turn of `wall` time: the waits for a core are not charged, the processor
/// time always is. From 0 to `wall`.
[[nodiscard]] constexpr std::chrono::nanoseconds fair_charge(std::chrono::nanoseconds wall,
                                                             const TurnLoad& load) noexcept {
    // delay <= idle(), so at least cpu is left, except for the moment between the first reading and the start
    // of the clock.
    return std::max(wall - load.delay, std::min(wall, load.cpu));
}

} // namespace referee
