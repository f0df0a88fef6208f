#pragma once
// The two processes of a cell: what runs in them. Nothing here allocates: both are copies of a process with
// threads, which may hold any lock.

#include "referee/process/limits.hpp"
#include "referee/process/sandbox/view.hpp"

#include <span>
#include <string>
#include <vector>

#include <linux/filter.h>
#include <sys/types.h>

namespace referee {

// The first process in a cell: everything that an agent leaves behind becomes its child.

/// Runs the init, which is told to sweep over `socket`; never returns. Allocates nothing. `command_line`,
/// that of the referee, is emptied: agents can read that of their init.
[[noreturn]] void run_init(int socket, std::span<char> command_line) noexcept;

/// What a door needs, made before it starts.
struct DoorPlan {
    int socket = -1; ///< to the referee
    int user_namespace = -1;
    int mount_namespace = -1;
    pid_t parent = -1;
    bool becomes_nobody = false;                       ///< the referee is run by root
    const std::vector<std::string>* scratch = nullptr; ///< directories that can be written to
    std::string scratch_options;                       ///< of the file system that is written to
    const char* executable = nullptr;
    const char* dir = nullptr;
    std::vector<const char*> arguments;   ///< ends in a null pointer
    std::vector<const char*> environment; ///< the same, behind room for the seed: element 0
    std::vector<ResourceLimit> limits;
    std::vector<int> ignored_signals; ///< by the referee; the agent gets the default
    sock_fprog filter{};
    std::span<char> command_line{};   ///< of the referee, where it stands in memory
    std::vector<unsigned char> stack; ///< of the agent until its exec
};

/// Runs the door; never returns.
[[noreturn]] void run_door(DoorPlan& plan) noexcept;

} // namespace referee
