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

/// One process and what it started. The seam for tests of TurnWatch.
class Meter {
  public:
    struct Reading {
        std::chrono::nanoseconds delay; ///< the first thread was ready to run and had no core. It counts up
                                        ///< when the thread gets one: a wait that lasts is not in it yet
        std::chrono::nanoseconds cpu;   ///< processor time of all threads
    };
    /// What other processes used that the agent started, and what it does itself to wait longer.
    struct Kin {
        std::chrono::nanoseconds cpu{
            0}; ///< of those that run, and, in steps of 10 ms, of those that were waited for
        /// Of processes that fell to us and hide whose they were.
        std::chrono::nanoseconds unknown_cpu{0};
        bool any = false;
        bool is_whole = true;   ///< no more were there than are looked at
        bool gives_way = false; ///< its first thread has been made less urgent than we are
    };

    Meter() = default;
    Meter(const Meter&) = delete;
    Meter& operator=(const Meter&) = delete;
    virtual ~Meter() = default;

    /// Two small system calls. Empty when the kernel does not tell.
    [[nodiscard]] virtual std::optional<Reading> read() = 0;
    /// About 20 us, 1 ms at most: directories are read.
    [[nodiscard]] virtual Kin kin() = 0;
    /// Whether the first thread runs, or would if it had a core.
    [[nodiscard]] virtual bool is_runnable() = 0;
    /// Whether there are more threads than the first.
    [[nodiscard]] virtual bool has_threads() = 0;
};

class ProcessMeter final : public Meter {
  public:
    explicit ProcessMeter(Orphans& orphans)
        : orphans_(orphans) {}

    /// From now on about `pid`, whose environment holds `seed`. Opens nothing: what is never read costs
    /// nothing.
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
