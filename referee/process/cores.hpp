#pragma once
// Sets of processor cores: as users write them, as the kernel takes them, and those that this process may
// use. A core is what the kernel schedules on: a physical core that runs two threads is two cores. A list of
// cores is ascending, without duplicates. Source: sched_setaffinity(2); the "List format" of cpuset(7).

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <sched.h>
#include <sys/types.h>

namespace referee {

/// Above the numbers of any kernel. A mistyped range fails before it fills the memory.
inline constexpr int kHighestCore = 65535;

/// The cores of a text such as `0,2,4-7`. Throws UserError for an empty text, a part that is no number or
/// range, a descending range, a core that is named twice or above kHighestCore; the error says what would be
/// right.
[[nodiscard]] std::vector<int> parse_cores(std::string_view text);

/// The shortest text that parse_cores() reads as `cores`; empty when there are none.
[[nodiscard]] std::string cores_text(const std::vector<int>& cores);

/// The cores that the thread may run on, however many the machine has; 0: the calling thread. Throws
/// std::system_error.
[[nodiscard]] std::vector<int> allowed_cores(pid_t thread = 0);

/// Cores as the kernel takes them. A single cpu_set_t has room for 1024 cores only.
class CoreMask {
  public:
    explicit CoreMask(const std::vector<int>& cores);

    [[nodiscard]] const cpu_set_t* set() const noexcept { return sets_.data(); }
    [[nodiscard]] std::size_t bytes() const noexcept { return sets_.size() * sizeof(cpu_set_t); }

  private:
    std::vector<cpu_set_t> sets_; ///< consecutive, so that the kernel sees one large set
};

/// Keeps the calling thread, and what it starts from now on, on `cores` (at least one). Throws
/// std::system_error when the kernel refuses.
void pin_this_thread(const std::vector<int>& cores);

// Which cores of this machine are close to each other, and how much processor time this process may use.
// Source: Linux, Documentation/admin-guide/cputopology.rst and cgroup-v2.rst ("CPU Interface Files").

/// The threads of one physical core, ascending. Two or more with SMT, otherwise one.
using PhysicalCore = std::vector<int>;
/// Physical cores that share a socket and its memory, ordered by their lowest thread.
using Package = std::vector<PhysicalCore>;

/// `cores` by package and physical core; packages are ordered by their lowest core. A core of which the
/// machine tells nothing is a physical core of its own in package 0. `root` is / except in tests. Errors:
/// none.
[[nodiscard]] std::vector<Package> topology_of(const std::vector<int>& cores,
                                               const std::filesystem::path& root = "/");

/// Processor time that the control groups of this process (v2 or v1) allow it, in cores: 1.5 means 3 s of
/// processor time in 2 s. The limit of a group holds for those below it. Empty: no limit, or none that can be
/// read.
[[nodiscard]] std::optional<double> core_quota(const std::filesystem::path& root = "/");

/// The same of one control group, whose directory is `group`.
[[nodiscard]] std::optional<double> quota_in(const std::filesystem::path& group);

/// What games can be placed on.
struct Machine {
    std::vector<Package> packages; ///< of all cores that this process may use
    std::optional<double> quota;   ///< see core_quota()
    int current = 0;               ///< the core that the calling thread runs on
};

/// Throws std::system_error when the kernel does not tell which cores are allowed.
[[nodiscard]] Machine this_machine();

} // namespace referee
