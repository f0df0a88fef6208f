#pragma once
// What the kernel counts about an agent's process.
// Source: proc_pid_schedstat(5) in Linux, Documentation/scheduler/sched-stats.rst; clock_getcpuclockid(3);
// proc_pid_task(5) and proc_pid_stat(5).

#include "referee/process/orphans.hpp"
#include "referee/timing/stall_watch.hpp"
#include "referee/timing/thread_times.hpp"

#include <chrono>
#include <cstdint>
#include <optional>
#include <vector>

#include <sys/types.h>

namespace referee {

/// Processor time of all threads of a process, also of a zombie. Empty when it is gone.
[[nodiscard]] std::optional<std::chrono::nanoseconds> processor_time(pid_t pid) noexcept;

/// What the kernel counts about one agent. The seam for tests of TurnWatch.
class Meter {
  public:
    struct Reading {
        /// Time in which threads were ready to run and had no core, summed over the threads, without what
        /// they waited for each other (ThreadTimes::waited). The kernel adds a wait when the thread gets a
        /// core: a wait that has not ended is not included.
        std::chrono::nanoseconds delay;
        std::chrono::nanoseconds cpu;          ///< processor time of all threads
        std::chrono::nanoseconds throttled{0}; ///< see Throttling::total()
        int threads = 1;                       ///< see ThreadTimes::busy()
    };
    /// What the processes used that the agent started, and whether the agent made itself wait longer.
    struct Kin {
        /// Processor time of those that run, and, in steps of 10 ms, of those that were waited for.
        std::chrono::nanoseconds cpu{0};
        std::chrono::nanoseconds unknown_cpu{0}; ///< of orphans that hide which agent started them
        bool any = false;                        ///< there are, or were, such processes
        bool is_whole = true;                    ///< all of them were read
        bool gives_way = false;                  ///< the nice value of the agent is above that of the referee
        struct Thread {
            pid_t id;
            CoreTimes times;
            bool gives_way = false; ///< as for the agent
        };
        std::vector<Thread> threads{};  ///< of the processes that run
        std::optional<pid_t> started{}; ///< what ThreadTimes::started() said before this was read
    };

    Meter() = default;
    Meter(const Meter&) = delete;
    Meter& operator=(const Meter&) = delete;
    virtual ~Meter() = default;

    /// Delays count from here on. Costs as much as read(), and 10 us when the process starts threads, whose
    /// list is read then. `is_listed`: kin() was called a moment ago.
    [[nodiscard]] virtual std::optional<Reading> begin(bool is_listed) = 0;
    /// Costs a few small system calls; when the process starts threads, 10 us and 3 us for each. Empty when
    /// the kernel does not tell.
    [[nodiscard]] virtual std::optional<Reading> read() = 0;
    /// The same as in a reading, without one.
    [[nodiscard]] virtual std::chrono::nanoseconds throttled() = 0;
    /// Processor time of all threads. Empty when the process is gone.
    [[nodiscard]] virtual std::optional<std::chrono::nanoseconds> cpu() = 0;
    /// Costs about 20 us, 1 ms at most: directories are read. When there were none, and nothing was started
    /// on the machine since then, a few small system calls.
    [[nodiscard]] virtual Kin kin() = 0;
    /// The same, when that is known without reading directories: there were none, and nothing was started on
    /// the machine since then.
    [[nodiscard]] virtual std::optional<Kin> known_kin() { return std::nullopt; }
    /// Whether threads of the process may have been started since begin().
    [[nodiscard]] virtual bool may_have_new_threads() { return true; }
    /// Whether a thread runs or is ready to run.
    [[nodiscard]] virtual bool is_runnable() = 0;
    /// Whether the first thread does: when it is killed, its last wait can still be read. Those of others
    /// cannot.
    [[nodiscard]] virtual bool is_first_runnable() = 0;
    [[nodiscard]] virtual bool has_threads() = 0;
    /// Whether the process had more threads than the first one when it was read before. Costs nothing.
    [[nodiscard]] virtual bool starts_threads() const noexcept = 0;
};

/// Reads /proc and the clock of a process.
class ProcessMeter final : public Meter {
  public:
    /// `orphans` must outlive it.
    explicit ProcessMeter(Orphans& orphans)
        : orphans_(orphans) {}

    /// From now on reads `pid`, whose environment holds `seed`. Opens no file, so an agent that is never read
    /// costs nothing.
    /// `init`: the process that has what the agent leaves behind as its children; 0: none, it becomes ours.
    void attach(pid_t pid, std::uint64_t seed, pid_t init = 0);

    std::optional<Reading> begin(bool is_listed) override;
    std::optional<Reading> read() override;
    std::chrono::nanoseconds throttled() override { return throttling().total(); }
    std::optional<std::chrono::nanoseconds> cpu() override;
    Kin kin() override;
    std::optional<Kin> known_kin() override;
    bool is_runnable() override;
    bool is_first_runnable() override;
    bool has_threads() override;
    bool starts_threads() const noexcept override { return threads_.has_others(); }
    bool may_have_new_threads() override;

  private:
    Orphans& orphans_;
    pid_t pid_ = -1;
    std::uint64_t seed_ = 0;
    pid_t init_ = 0;
    std::chrono::nanoseconds init_before_{0}; ///< processor time of what the init waited for, until attach()
    ThreadTimes threads_;
    std::optional<pid_t> had_no_kin_at_{}; ///< what ThreadTimes::started() said before kin() found none
};

} // namespace referee
