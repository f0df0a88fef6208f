#pragma once
// Control groups of agents in sandboxes: what all processes of an agent may use together, and holding them
// still. Version 2, version 1, and both beside each other.
// Source: Documentation/admin-guide/cgroup-v2.rst and cgroup-v1/ in Linux.

#include "referee/base/descriptor.hpp"

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include <sys/types.h>

namespace referee {

/// Processes and threads of an agent together.
inline constexpr int kMostTasksOfAgent = 1024;

/// What the processes of one agent may use together.
struct GroupLimits {
    std::optional<std::uint64_t> memory_bytes; ///< absent: as much as there is
    int tasks = kMostTasksOfAgent;
    std::string cores; ///< see cores_text(); they cannot leave these
};

/// What the kernel counted of the memory of an agent's group.
struct GroupMemory {
    std::uint64_t kills = 0;      ///< processes that it ended because memory had run out
    std::uint64_t own_limit = 0;  ///< how often that may have been by the limit of the group itself
    std::uint64_t most_bytes = 0; ///< used at once; now, where the machine does not keep the most
};

/// Removes the groups that processes left behind when they were killed. Those of other users, and those that
/// are in use, stay.
void remove_old_groups();

/// The place of the control groups of this process.
class ControlGroups {
  public:
    /// Finds what this process may do; makes a directory for its groups. Throws nothing: what may not be done
    /// is not there. The memory that is left is divided by `agents`; 0: by none, it is limited otherwise.
    /// `games`: how many are played at once, by `players` different agents.
    explicit ControlGroups(std::size_t agents = 0, std::size_t games = 1, std::size_t players = 2);
    ~ControlGroups();
    ControlGroups(const ControlGroups&) = delete;
    ControlGroups& operator=(const ControlGroups&) = delete;

    [[nodiscard]] bool limit_memory() const noexcept { return memory_; }
    [[nodiscard]] bool limit_tasks() const noexcept { return tasks_; }
    [[nodiscard]] bool limit_cores() const noexcept { return cores_; }
    /// Where no group counts them: processes and threads of an agent, in all of its games together, when user
    /// and machine have room for `room`.
    [[nodiscard]] std::uint64_t tasks_of_agent(std::uint64_t room) const noexcept {
        return std::min(std::uint64_t{kMostTasksOfAgent} * games_, room / (players_ + 1));
    }
    /// What each agent may use of the memory that was left; empty when it was not divided.
    [[nodiscard]] std::optional<std::uint64_t> share_bytes() const noexcept { return share_bytes_; }
    /// What they do, for people: `memory (512 MiB for each agent), processes, cores, freezing`; empty:
    /// nothing.
    [[nodiscard]] std::string text() const;

  private:
    friend class ControlGroup;
    /// A tree of groups, with some of the controllers.
    struct Tree {
        std::filesystem::path base; ///< the group of this process
        std::filesystem::path own;  ///< the directory for its groups
        bool is_version_2;
        bool memory = false;
        bool tasks = false;
        bool cores = false;
    };
    void add(Tree tree);
    void enable_controllers(Tree& tree);

    std::vector<Tree> trees_;
    std::vector<std::filesystem::path> left_; ///< groups this process had to go to
    std::optional<std::uint64_t> share_bytes_;
    std::size_t games_;
    std::size_t players_;
    bool memory_ = false;
    bool tasks_ = false;
    bool cores_ = false;
    bool freezes_ = false;
};

/// The control group of one agent. Processes that those in it start are in it too.
class ControlGroup {
  public:
    /// `groups` must outlive it. Throws std::system_error when a group cannot be made.
    ControlGroup(const ControlGroups& groups, const GroupLimits& limits);
    /// Removes the group; its processes should have ended.
    ~ControlGroup();
    ControlGroup(const ControlGroup&) = delete;
    ControlGroup& operator=(const ControlGroup&) = delete;

    void add(pid_t pid);
    /// Holds all of its processes still, or lets them go on. SIGKILL ends them all the same. Costs two system
    /// calls, or none when nothing changes or the machine cannot.
    void hold(bool still) noexcept;
    /// Empty where no group limits memory.
    [[nodiscard]] std::optional<GroupMemory> memory() const;
    /// The same; the most that is used is counted anew from here on, where the machine can.
    [[nodiscard]] std::optional<GroupMemory> memory_from_now();

  private:
    std::vector<std::filesystem::path> dirs_;
    std::filesystem::path memory_; ///< the one that limits memory; empty: none does
    Descriptor freeze_;            ///< the open file that freezes, if there is one
    bool is_held_ = false;
};

} // namespace referee
