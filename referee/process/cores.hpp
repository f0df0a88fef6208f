#pragma once
// Sets of processor cores: as users write them, as the kernel takes them, and those that this process may
// use. A core is what the kernel schedules on: a physical core that runs two threads is two cores. A list of
// cores is ascending, without duplicates. Source: sched_setaffinity(2); the "List format" of cpuset(7).

#include <cstddef>
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

} // namespace referee
