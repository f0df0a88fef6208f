#pragma once
// How long a quota of processor time kept the control groups of this process from running, and with them its
// agents. The kernel need not count that as a wait of their threads.
// Source: cpu.stat in Documentation/admin-guide/cgroup-v2.rst and scheduler/sched-bwc.rst; docs/faults.md.

#include "referee/base/descriptor.hpp"

#include <chrono>
#include <filesystem>
#include <vector>

namespace referee {

/// Not changed once made: several threads may read it.
class Throttling {
  public:
    /// Finds the groups with a quota. `root` is / except in tests.
    explicit Throttling(const std::filesystem::path& root = "/");

    /// Since the groups were made, summed over groups and cores: of a part of that time no more is known than
    /// that a core was taken from somebody. A system call for each group with a quota, none where none has.
    [[nodiscard]] std::chrono::nanoseconds total() const;

  private:
    std::vector<Descriptor> stats_;
};

/// That of this process.
[[nodiscard]] const Throttling& throttling();

} // namespace referee
