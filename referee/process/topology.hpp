#pragma once
// Which cores of this machine are close to each other, and how much of them we are given.
// Source: Linux, Documentation/admin-guide/cputopology.rst and cgroup-v2.rst ("CPU Interface Files").

#include <filesystem>
#include <optional>
#include <vector>

namespace referee {

/// The threads of one physical core, ascending: two or more with SMT, otherwise one.
using PhysicalCore = std::vector<int>;
/// Physical cores that share a socket and its memory, by their lowest thread.
using Package = std::vector<PhysicalCore>;

/// `cores` by where they are, packages by their lowest core. What the machine does not tell counts as a
/// physical core of its own in package 0. `root` stands for /, for tests. Errors: none.
[[nodiscard]] std::vector<Package> topology_of(const std::vector<int>& cores,
                                               const std::filesystem::path& root = "/");

/// Processor time that the control groups of this process (v2 or v1) allow it, in cores: 1.5 is three
/// seconds' work in two. Empty: no limit, or none that can be read.
[[nodiscard]] std::optional<double> core_quota(const std::filesystem::path& root = "/");

/// What games can be placed on.
struct Machine {
    std::vector<Package> packages; ///< of all cores that this process may use
    std::optional<double> quota;   ///< see core_quota()
    int current = 0;               ///< the core that the calling thread runs on
};

/// Reads it. Throws std::system_error when the kernel does not even tell which cores are allowed.
[[nodiscard]] Machine this_machine();

} // namespace referee
