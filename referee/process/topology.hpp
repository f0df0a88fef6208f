#pragma once
// Which cores of this machine are close to each other, and how much processor time this process may use.
// Source: Linux, Documentation/admin-guide/cputopology.rst and cgroup-v2.rst ("CPU Interface Files").

#include <filesystem>
#include <optional>
#include <vector>

namespace referee {

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
/// processor time in 2 s. Empty: no limit, or none that can be read.
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
