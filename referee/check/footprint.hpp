#pragma once
// What a process holds, and whether it grows. Source: proc_pid_statm(5), proc_pid_fd(5).

#include <array>
#include <cstdint>
#include <optional>
#include <string>

#include <sys/types.h>

namespace referee::check {

struct Footprint {
    std::int64_t memory_kib = 0;  ///< in use, resident
    std::int64_t descriptors = 0; ///< open
    bool operator==(const Footprint&) const = default;
};

/// Empty when the process is gone or may not be looked at.
[[nodiscard]] std::optional<Footprint> footprint_of(pid_t pid);

/// What grows in a process that did the same many times, in words; empty when nothing does. The readings are
/// those after a third of the work at most, after a half of the rest, and at the end. A process that grows
/// fills its tables first: only what grows in both halves by more than a little, and does not slow down, is
/// named.
[[nodiscard]] std::optional<std::string> growth_in(const std::array<Footprint, 3>& readings);

} // namespace referee::check
