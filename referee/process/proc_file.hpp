#pragma once
// What the kernel tells about processes in small files. Source: proc(5).

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <sys/types.h>

namespace referee {

/// Most bytes that are read of a file in /proc. The kernel starts no process with an environment that long.
inline constexpr std::size_t kMostProcBytes = std::size_t{8} << 20;

/// The first kMostProcBytes of the content: a process decides how long its environment looks. Empty when the
/// file cannot be read, e.g. because the process is gone.
[[nodiscard]] std::string read_proc_file(const std::string& path);

/// The numbers in a text like that of /proc/PID/task/TID/children, where a blank follows each number.
[[nodiscard]] std::vector<pid_t> pids_in(std::string_view text);

[[nodiscard]] std::vector<pid_t> children_of(pid_t pid, pid_t thread);

struct ProcessStatus {
    char state; ///< e.g. R running or ready to run, S asleep, Z a zombie
    pid_t parent;
    std::chrono::milliseconds waited_for; ///< processor time of children it waited for, in steps of 10 ms
    int nice;
    int threads;
};

/// Empty when there is no such process.
[[nodiscard]] std::optional<ProcessStatus> process_status(pid_t pid);

/// Whether `pid` is `ancestor` or descends from it.
[[nodiscard]] bool is_below(pid_t pid, pid_t ancestor);

/// The number of the process or thread that was started last, in the process namespace of the caller. While
/// it stays the same none was started. Empty when the kernel does not tell. Source: proc_loadavg(5), fifth
/// field.
[[nodiscard]] std::optional<pid_t> last_started() noexcept;

/// The process that traces `pid` (ptrace(2)), also when `pid` is a zombie. Empty when there is none.
[[nodiscard]] std::optional<pid_t> tracer_of(pid_t pid);

/// The threads of a process, the first one first, `most` of them at most. Empty when there is no such
/// process.
[[nodiscard]] std::vector<pid_t> threads_of(pid_t pid, std::size_t most);
/// Whether one of these threads of a process runs or is ready to run.
[[nodiscard]] bool is_any_runnable(pid_t pid, const std::vector<pid_t>& threads);

/// How long a thread was on a core, and ready without a core, in its whole life.
struct CoreTimes {
    std::chrono::nanoseconds ran{0};
    std::chrono::nanoseconds waited{0};
};
/// What an open file of the form /proc/PID/task/TID/schedstat says. Empty when the kernel does not tell.
/// Source: proc_pid_schedstat(5).
[[nodiscard]] std::optional<CoreTimes> core_times_in(int schedstat) noexcept;

/// Memory that a process has in use. Empty when there is no such process.
[[nodiscard]] std::optional<std::uint64_t> own_resident_bytes(pid_t pid);
/// Memory that a process and its descendants have in use, 1024 of them at most. 0 when there is no such
/// process.
[[nodiscard]] std::uint64_t resident_bytes(pid_t pid);

struct GroupOfProcess {
    std::string controllers; ///< of version 1, with commas; empty: version 2
    std::string path;        ///< from the top of its tree
};
/// The groups in a text like that of /proc/PID/cgroup. Source: cgroups(7).
[[nodiscard]] std::vector<GroupOfProcess> groups_in(const std::string& text);

} // namespace referee
