#pragma once
// What the kernel counts about an agent's process.
// Source: proc_pid_schedstat(5) in Linux, Documentation/scheduler/sched-stats.rst; clock_getcpuclockid(3);
// proc_pid_task(5) and proc_pid_stat(5).

#include "referee/base/descriptor.hpp"
#include "referee/process/orphans.hpp"

#include <chrono>
#include <cstdint>
#include <optional>

#include <sys/types.h>

namespace referee {

/// What the kernel counts about one agent. The seam for tests of TurnWatch.
class Meter {
  public:
    struct Reading {
        /// Time in which the first thread was ready to run and had no core. The kernel adds a wait when the
        /// thread gets a core: a wait that has not ended is not included.
        std::chrono::nanoseconds delay;
        std::chrono::nanoseconds cpu; ///< processor time of all threads
    };
    /// What the processes used that the agent started, and whether the agent made itself wait longer.
    struct Kin {
        /// Processor time of those that run, and, in steps of 10 ms, of those that were waited for.
        std::chrono::nanoseconds cpu{0};
        std::chrono::nanoseconds unknown_cpu{0}; ///< of orphans that hide which agent started them
        bool any = false;                        ///< there are, or were, such processes
        bool is_whole = true;                    ///< all of them were read
        bool gives_way = false;                  ///< the nice value of the agent is above that of the referee
    };

    Meter() = default;
    Meter(const Meter&) = delete;
    Meter& operator=(const Meter&) = delete;
    virtual ~Meter() = default;

    /// Costs two small system calls. Empty when the kernel does not tell.
    [[nodiscard]] virtual std::optional<Reading> read() = 0;
    /// Costs about 20 us, 1 ms at most: directories are read.
    [[nodiscard]] virtual Kin kin() = 0;
    /// Whether the first thread runs or is ready to run.
    [[nodiscard]] virtual bool is_runnable() = 0;
    /// Whether there are more threads than the first one.
    [[nodiscard]] virtual bool has_threads() = 0;
};

/// Reads /proc and the clock of a process.
class ProcessMeter final : public Meter {
  public:
    /// `orphans` must outlive it.
    explicit ProcessMeter(Orphans& orphans)
        : orphans_(orphans) {}

    /// From now on reads `pid`, whose environment holds `seed`. Opens no file, so an agent that is never read
    /// costs nothing.
    void attach(pid_t pid, std::uint64_t seed) noexcept;

    std::optional<Reading> read() override;
    Kin kin() override;
    bool is_runnable() override;
    bool has_threads() override;

  private:
    Orphans& orphans_;
    pid_t pid_ = -1;
    std::uint64_t seed_ = 0;
    Descriptor schedstat_;
};

} // namespace referee
