#pragma once
// Whether the referee itself, or the whole machine, stood still while an agent's clock ran.
// Source: docs/hostile-agents.md, "Tampering"; CLOCK_BOOTTIME in clock_gettime(2); proc_pid_schedstat(5).

#include "referee/base/descriptor.hpp"
#include "referee/base/steady_time.hpp"

#include <chrono>
#include <optional>

namespace referee {

/// What a StallWatch reads. The seam for its tests.
class StallMeter {
  public:
    StallMeter() = default;
    StallMeter(const StallMeter&) = delete;
    StallMeter& operator=(const StallMeter&) = delete;
    virtual ~StallMeter() = default;

    /// How long this thread ran, or was ready to run and had no core, in its whole life. One system call.
    /// Empty when the kernel does not tell.
    [[nodiscard]] virtual std::optional<std::chrono::nanoseconds> accounted() = 0;
    /// How long the machine was suspended since its start, between `least` and `most`: the two clocks are not
    /// read at once.
    struct Suspended {
        std::chrono::nanoseconds least;
        std::chrono::nanoseconds most;
    };
    [[nodiscard]] virtual Suspended suspended() = 0;
};

/// Reads /proc and clocks, in the thread that calls.
class ThreadStallMeter final : public StallMeter {
  public:
    [[nodiscard]] std::optional<std::chrono::nanoseconds> accounted() override;
    [[nodiscard]] Suspended suspended() override;

  private:
    Descriptor schedstat_; ///< of the thread that asked first
    bool is_open_ = false;
};

/// Each wait for an agent has a moment at which the referee wanted to be awake again. A referee that is awake
/// much later, and that neither ran nor waited for a core meanwhile, was stopped.
class StallWatch {
  public:
    /// While a wait lasts, the referee wakes up this often.
    static constexpr std::chrono::milliseconds kBeat{100};
    /// A shorter stop is not told from what a noisy machine does.
    static constexpr std::chrono::milliseconds kLeastStop{300};

    /// `meter` must outlive it.
    explicit StallWatch(StallMeter& meter) noexcept
        : meter_(meter) {}

    void game_begins();
    /// Call it every kBeat during a wait.
    void beat() { before_ = meter_.accounted(); }
    /// A wait that was to end at `due` at the latest ended at `ended`.
    void wait_ended(SteadyTime::time_point due, SteadyTime::time_point ended) {
        if (ended - due >= kLeastStop) {
            judge(ended - due);
        }
    }
    /// Whether the referee stood still at the end of a wait of this game.
    [[nodiscard]] bool was_stopped() const noexcept { return was_stopped_; }
    /// Whether the machine was suspended since the game began.
    [[nodiscard]] bool was_suspended() const;

  private:
    void judge(std::chrono::nanoseconds late);

    StallMeter& meter_;
    std::optional<std::chrono::nanoseconds> before_; ///< accounted() at the last beat
    StallMeter::Suspended suspended_before_{};
    bool was_stopped_ = false;
};

} // namespace referee
