#pragma once
// Whether the referee itself, or the whole machine, stood still while an agent's clock ran.
// Source: docs/faults.md, "Tampering"; CLOCK_BOOTTIME in clock_gettime(2); proc_pid_schedstat(5).

#include "referee/base/descriptor.hpp"
#include "referee/base/time.hpp"
#include "referee/process/orphans.hpp"
#include "referee/timing/tampering.hpp"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <optional>
#include <vector>

namespace referee {

// How long a quota of processor time kept the control groups of this process from running, and with them its
// agents. The kernel need not count that as a wait of their threads.
// Source: cpu.stat in Documentation/admin-guide/cgroup-v2.rst and scheduler/sched-bwc.rst; docs/faults.md.

/// Not changed once made: several threads may read it.
class Throttling {
  public:
    /// Finds the groups with a quota. `root` is / except in tests.
    explicit Throttling(const std::filesystem::path& root = "/");

    /// Since the groups were made, summed over groups and cores: of a part of that time no more is known than
    /// that a core was taken from somebody. A system call for each group with a quota, none where none has.
    [[nodiscard]] std::chrono::nanoseconds total() const;

  private:
    std::vector<Descriptor> stats_;
};

/// That of this process.
[[nodiscard]] const Throttling& throttling();

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
    /// See Orphans::continued().
    [[nodiscard]] virtual Orphans::Continued continued() = 0;
};

/// When what this thread saw at `now` can have happened: it slept from `began` on, and then had no core for
/// as long as StallMeter::accounted() grew meanwhile, from `before` to `after`.
[[nodiscard]] constexpr SteadyTime::time_point happened_at(SteadyTime::time_point began,
                                                           SteadyTime::time_point now,
                                                           std::optional<std::chrono::nanoseconds> before,
                                                           std::optional<std::chrono::nanoseconds> after) {
    const auto late = before && after ? *after - *before : std::chrono::nanoseconds(0);
    return std::max(began, now - std::chrono::duration_cast<SteadyTime::duration>(late));
}

/// Reads /proc and clocks, in the thread that calls.
class ThreadStallMeter final : public StallMeter {
  public:
    /// `orphans` must outlive it.
    explicit ThreadStallMeter(Orphans& orphans) noexcept
        : orphans_(orphans) {}

    [[nodiscard]] std::optional<std::chrono::nanoseconds> accounted() override;
    [[nodiscard]] Suspended suspended() override;
    [[nodiscard]] Orphans::Continued continued() override { return orphans_.continued(); }

  private:
    Orphans& orphans_;
    Descriptor schedstat_; ///< of the thread that asked first
    bool is_open_ = false;
};

/// Each wait for an agent has a moment at which the referee wanted to be awake again. A referee that is awake
/// much later, and that neither ran nor waited for a core meanwhile, stood still. A signal that stopped it
/// shows by the SIGCONT that came afterwards; without one the machine did it.
class StallWatch {
  public:
    /// While a wait lasts, the referee wakes up this often.
    static constexpr std::chrono::milliseconds kBeat{100};
    /// What the thread did before a wait explains no stop in it, but for so long.
    static constexpr std::chrono::milliseconds kOldest{20};
    /// A shorter standstill is not looked for.
    static constexpr std::chrono::milliseconds kLeastSeen{50};
    /// A noisy machine also stands still for a shorter time: then the game goes on.
    static constexpr std::chrono::milliseconds kLeastStop{300};

    /// `meter` must outlive it.
    explicit StallWatch(StallMeter& meter) noexcept
        : meter_(meter) {}

    /// Whether a SIGCONT had come since the last game began.
    bool game_begins(SteadyTime::time_point now);
    void wait_begins(SteadyTime::time_point now) {
        if (now - beat_at_ >= kOldest) {
            beat(now);
        }
    }
    /// Call it every kBeat during a wait.
    void beat(SteadyTime::time_point now) {
        before_ = meter_.accounted();
        beat_at_ = now;
    }
    /// The referee, which was to be awake at `due` at the latest, is awake at `now`. Returns how long it
    /// stood still by no signal: nobody is to be charged for that.
    [[nodiscard]] std::chrono::nanoseconds woke(SteadyTime::time_point due, SteadyTime::time_point now) {
        return now - due < kLeastSeen ? std::chrono::nanoseconds(0) : stood_still(now - due, now);
    }
    /// Whether the referee stood still since the last call of standstill().
    [[nodiscard]] bool has_stood_still() const noexcept { return has_stood_still_; }
    /// What is known of the referee in this game; of the agents nothing. One system call.
    [[nodiscard]] Standstill standstill();
    /// Whether a SIGCONT of a process that is none of the run's came for the referee after `time`.
    [[nodiscard]] bool was_let_go_on_since(SteadyTime::time_point time) {
        return meter_.continued().by_others > time;
    }
    /// Whether the machine was suspended since the game began.
    [[nodiscard]] bool was_suspended() const;

  private:
    [[nodiscard]] std::chrono::nanoseconds stood_still(std::chrono::nanoseconds late,
                                                       SteadyTime::time_point now);
    [[nodiscard]] Standstill::Continued continued();

    StallMeter& meter_;
    std::optional<std::chrono::nanoseconds> before_; ///< accounted() at the last beat
    SteadyTime::time_point beat_at_;
    SteadyTime::time_point game_began_;
    StallMeter::Suspended suspended_before_{};
    std::chrono::nanoseconds longest_{0}; ///< that the referee stood still in a wait of this game
    bool has_stood_still_ = false;
};

} // namespace referee
