#pragma once
// Limits of resources: what the machine allows the referee, and what the referee allows agents.

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
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
    constexpr std::size_t kPerWorker = 6;        // what the worker waits with, and files of /proc
    constexpr std::size_t kProgram = 32;
    return kProgram + games * (2 * kPerAgent + kPerWorker);
}

// The control groups that this process is in: what limits them limits its agents too.
// Source: Documentation/admin-guide/cgroup-v2.rst and cgroup-v1/ in Linux; cgroups(7); proc_pid_mountinfo(5).

/// A mounted tree of control groups.
struct GroupTree {
    std::filesystem::path own; ///< the group of this process
    std::filesystem::path top; ///< the group that is mounted: a container sees none above its own
    bool is_version_2;
    std::string controllers; ///< of version 1, among other options of the mount

    /// Whether it may hold limits of `controller`.
    [[nodiscard]] bool may_limit(std::string_view controller) const;
    /// The group of this process, and those above it that are shown.
    [[nodiscard]] std::vector<std::filesystem::path> levels() const;
};

/// The trees that show a group of this process. `root` is / except in tests. Errors: none.
[[nodiscard]] std::vector<GroupTree> own_groups(const std::filesystem::path& root = "/");

/// Bytes that processes of this process's groups can still use: the least of what the limits of the groups
/// and the machine leave, files that are only cached not counted as used. Empty when the machine does not
/// tell.
[[nodiscard]] std::optional<std::uint64_t> memory_left(const std::filesystem::path& root = "/");

/// How many processes of the group of this process the kernel has ended because memory had run out, whosever.
/// Of all groups where its own is not counted; 0 when the machine does not tell.
[[nodiscard]] std::uint64_t memory_kills(const std::filesystem::path& root = "/");

/// Whether one of the words of `text`, between any of `separators`, is `word`.
[[nodiscard]] bool has_word(std::string_view text, std::string_view word, std::string_view separators = " ,");

/// The number behind the word `key` in a text of words and numbers; empty when there is none.
[[nodiscard]] std::optional<std::uint64_t> number_behind(std::string_view text, std::string_view key);

/// The number that is the first word of a small file; empty when there is none.
[[nodiscard]] std::optional<std::uint64_t> number_in(const std::filesystem::path& file);

} // namespace referee
