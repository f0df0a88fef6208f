#pragma once
// Watching one agent's turn: what it used, what it waited for, what the other one used meanwhile. So
// sparingly that an agent that answers within a millisecond costs nothing. Source: docs/clock.md.

#include "referee/base/steady_time.hpp"
#include "referee/timing/meter.hpp"
#include "referee/timing/turn_load.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>

namespace referee {

/// A turn is watched from its start when that agent's last turn took a millisecond or more, otherwise from 10
/// ms after its start, if it lasts that long.
class TurnWatch {
  public:
    /// From the start of a turn to the first look at it.
    static constexpr std::chrono::milliseconds kFirstLook{10};

    /// By side. They must outlive it.
    explicit TurnWatch(std::array<Meter*, 2> meters) noexcept
        : meters_(meters) {}

    void game_begins() noexcept;
    /// Immediately before `mover` is told that it is its turn.
    void turn_begins(std::size_t mover);
    /// kFirstLook after the turn began.
    void look(SteadyTime::time_point now);
    /// What is known at `now`; zeros when the turn is not watched yet.
    [[nodiscard]] TurnLoad load(SteadyTime::time_point now);
    /// The answer came, `took` after the turn began.
    TurnLoad turn_ends(SteadyTime::time_point now, std::chrono::nanoseconds took);

    /// The turn was cut off at `now` by the clock. What the mover still waits for is told only when it is
    /// gone.
    TurnLoad cut_off(SteadyTime::time_point now);
    /// Whether the mover must end, and be asked about before it is reaped, for the whole truth about its last
    /// turn.
    [[nodiscard]] bool needs_its_end() const noexcept { return needs_its_end_; }
    /// The turn that was cut off, when the mover has ended, at about `ended`, and is not reaped yet.
    [[nodiscard]] TurnLoad after_its_end(SteadyTime::time_point ended);

    /// What is known, and how much longer than `load.delay` the mover may have waited: a wait that lasts is
    /// not counted yet. 0 for a mover that sleeps.
    struct SoFar {
        TurnLoad load;
        std::chrono::nanoseconds uncounted;
    };
    [[nodiscard]] SoFar so_far(SteadyTime::time_point now);

  private:
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

    std::array<Meter*, 2> meters_;
    std::size_t mover_ = 0;
    std::array<std::chrono::nanoseconds, 2> last_took_{};
    std::array<bool, 2> has_kin_{};
    std::optional<Base> base_;
    std::optional<std::array<Meter::Kin, 2>> kin_base_;
    std::optional<Asked> asked_;            ///< how far it was
    SteadyTime::time_point may_wait_since_; ///< a wait that lasts began no earlier
    TurnLoad cut_off_;
    SteadyTime::time_point cut_off_at_;
    bool needs_its_end_ = false;
    bool delay_counts_ = true; ///< in this turn: the mover cannot have caused it itself
};

/// What `--clock fair` charges for a turn of `wall` time: the waits for a core are not counted, its processor
/// time always is. From 0 to `wall`.
[[nodiscard]] constexpr std::chrono::nanoseconds fair_charge(std::chrono::nanoseconds wall,
                                                             const TurnLoad& load) noexcept {
    // delay <= idle(), so cpu is left, but for the moment between the first look and the clock's start.
    return std::max(wall - load.delay, std::min(wall, load.cpu));
}

} // namespace referee
