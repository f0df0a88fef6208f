#pragma once
// What the machine allows us, and what we allow agents.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include <sys/resource.h>

namespace referee {

/// A limit that an agent gets, e.g. RLIMIT_AS.
struct ResourceLimit {
    int resource;
    rlimit limit;
};

/// Limits of each agent's process, inherited by what it starts, each for itself. Empty: none of ours.
struct AgentLimits {
    std::optional<std::int64_t> memory_mb; ///< address space, MiB. Breaks programs that reserve much and use
                                           ///< little: Java, Go, sanitizers
    std::optional<std::int64_t> cpu_s;     ///< processor time, seconds; then SIGXCPU
    std::optional<std::int64_t> file_mb;   ///< size of any file it writes, MiB; then SIGXFSZ
};

/// `limits` as the kernel takes them, at most the hard limits that we have ourselves, and `descriptors` as
/// the limit of open files.
[[nodiscard]] std::vector<ResourceLimit> resource_limits(const AgentLimits& limits,
                                                         const rlimit& descriptors);

/// Opens those of the descriptors 0, 1 and 2 that whoever started us closed, on /dev/null. Call it first in
/// main: a log or an agent's pipe would take their numbers, and what we print would end there.
void open_standard_descriptors();

/// Raises our soft limit of descriptors to the hard one and returns the limit as it was, which is what agents
/// get. Throws UserError when even then fewer than `needed` can be open.
[[nodiscard]] rlimit raise_descriptor_limit(std::size_t needed);

/// How many descriptors `games` at once need, with room for the program's own.
[[nodiscard]] constexpr std::size_t descriptors_for(std::size_t games) noexcept {
    constexpr std::size_t kPerGame = 2 * 7 + // three pipes, both ends while starting, and a pidfd
                                     6;      // the spawner's own, and what the worker waits with
    constexpr std::size_t kOwn = 32;
    return kOwn + games * kPerGame;
}

} // namespace referee
