#pragma once
// Limits of resources: what the machine allows the referee, and what the referee allows agents.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include <sys/resource.h>

namespace referee {

/// A limit for an agent, as setrlimit(2) takes it.
struct ResourceLimit {
    int resource; ///< e.g. RLIMIT_AS
    rlimit limit;
};

/// Limits of an agent's process. Processes that it starts inherit them, each for itself. Absent: the limit of
/// this process.
struct AgentLimits {
    std::optional<std::int64_t> memory_mb; ///< address space, MiB. Too strict for programs that reserve much
                                           ///< and use little: Java, Go, sanitizers
    std::optional<std::int64_t> cpu_s;     ///< processor time, seconds; SIGXCPU follows
    std::optional<std::int64_t> file_mb;   ///< size of a file it writes, MiB; SIGXFSZ follows
};

/// `limits` as the kernel takes them, lowered to the hard limits of this process, and `descriptors` as the
/// limit of open files.
[[nodiscard]] std::vector<ResourceLimit> resource_limits(const AgentLimits& limits,
                                                         const rlimit& descriptors);

/// When memory runs out the kernel ends this process, and what it starts, before others: oom_score_adj 1000.
/// For a child that becomes an agent: system calls only.
void be_ended_first_without_memory() noexcept;

/// Raises the soft limit of open files of this process to the hard one. Returns the limit as it was before,
/// which agents get. Throws UserError when the hard limit is below `needed`.
[[nodiscard]] rlimit raise_descriptor_limit(std::size_t needed);

/// How many descriptors `games` at once need, those of the program itself included.
[[nodiscard]] constexpr std::size_t descriptors_for(std::size_t games) noexcept {
    constexpr std::size_t kPerAgent = 3 * 2 + 1; // both ends of three pipes while it starts, and a pidfd
    constexpr std::size_t kPerWorker = 6;        // the spawner's, and what the worker waits with
    constexpr std::size_t kProgram = 32;
    return kProgram + games * (2 * kPerAgent + kPerWorker);
}

} // namespace referee
