#pragma once
// How long the threads of one process waited for a core. Engines often search in a thread of their own, while
// the first thread sleeps in a read. Source: proc_pid_schedstat(5) in Linux,
// Documentation/scheduler/sched-stats.rst; proc_pid_task(5); docs/faults.md.

#include "referee/base/descriptor.hpp"
#include "referee/base/time.hpp"
#include "referee/process/proc_file.hpp"

#include <chrono>
#include <optional>
#include <vector>

#include <sys/types.h>

namespace referee {

/// The file that says how long a thread of `pid` ran and waited (core_times_in). Empty when it is gone.
[[nodiscard]] Descriptor schedstat_of(pid_t pid, pid_t thread);

/// Counts from attach(), and anew from each begin(). A thread that ended is counted as it was last read.
/// While a process has not been seen with a second thread, the first one alone is read, and the list of
/// threads is not.
class ThreadTimes {
  public:
    /// No more threads than this are listed: an agent's clock runs meanwhile.
    static constexpr std::size_t kMostThreads = 64;
    /// Of so many threads, beside the first one, the files are kept open.
    static constexpr std::size_t kMostOpen = 2;

    /// Opens no file of the process, which was started a moment ago unless it is attached again.
    void attach(pid_t pid) noexcept;
    /// Counts from the next read() on. `is_listed`: list() was called a moment ago.
    void begin(bool is_listed);
    /// The threads now, kMostThreads + 1 of them at most; while no thread was started on the machine those
    /// that were listed last, of which some may have ended. Those that are new will be read too: from their
    /// start when the list was also read since begin(), otherwise from now on.
    std::vector<pid_t> list();
    /// Reads the known threads, and lists them first if there were others than the first one. False when the
    /// first one cannot be read.
    [[nodiscard]] bool read();

    /// The waits of all threads, each without the time in which another thread of the process ran: threads
    /// that keep each other from a core do not wait for the machine. The kernel adds a wait when it ends.
    [[nodiscard]] std::chrono::nanoseconds waited() const noexcept;
    /// How many threads shared the work since begin(), at the reading with the most: those that ran for half
    /// of the time of the one that ran most, and no more than ran, or were ready to run, at once in the mean.
    /// At least 1.
    [[nodiscard]] int busy() const noexcept { return busy_; }
    /// Processor time of the first thread in its whole life, when it was last read.
    [[nodiscard]] std::chrono::nanoseconds first_ran() const noexcept { return first_.last.ran; }

    /// Whether a process or thread may have been started on the machine since begin().
    [[nodiscard]] bool may_have_new() const noexcept {
        const auto now = started();
        return !now || now != started_at_begin_;
    }
    /// What last_started() says, where that can be relied on.
    [[nodiscard]] std::optional<pid_t> started() const noexcept;

    /// Whether the process was seen with a second thread since attach().
    [[nodiscard]] bool has_others() const noexcept { return has_others_; }
    /// The process has or had threads that were not seen.
    void expect_others() noexcept { has_others_ = true; }

  private:
    using Time = std::chrono::nanoseconds;
    struct Thread {
        pid_t id = -1;
        CoreTimes base{};       ///< counts from here
        CoreTimes last{};       ///< when it was last read
        Time others_before{0};  ///< what all threads had run when this one was found
        bool has_base = true;   ///< otherwise the next reading is the base
        Descriptor schedstat{}; ///< of some threads: to look their files up costs more than to read them
    };

    [[nodiscard]] std::optional<CoreTimes> times_of(Thread& thread, bool keeps_open) const;
    static void take(Thread& thread, const CoreTimes& times) noexcept;
    void read_others();
    [[nodiscard]] Time ran() const noexcept;
    [[nodiscard]] int busy_now() const noexcept;
    [[nodiscard]] Time waited(const Thread& thread, Time all_ran) const noexcept;

    pid_t pid_ = -1;
    Descriptor schedstat_; ///< of the first thread; read also when it is a zombie
    Thread first_;
    std::vector<Thread> others_; ///< those that live
    CoreTimes ended_;            ///< sums of those that ended since begin()
    bool has_others_ = false;
    int busy_ = 1;
    SteadyTime::time_point begun_{}; ///< see begin()
    bool was_listed_ = false;        ///< since begin(): a thread that is new was started since then
    bool can_rely_on_started_ = false;
    std::optional<pid_t> started_at_begin_{};
    std::optional<pid_t> listed_at_{}; ///< what started() said right before the list was read
    std::vector<pid_t> listed_{};
};

} // namespace referee
