#pragma once
// Building the file tree that an agent in a sandbox sees, in a process of its own.

#include "referee/process/sandbox/view.hpp"

#include <vector>

namespace referee {

/// What is needed for a step: made before the process starts, which allocates nothing.
struct StepFiles {
    int owners = -1; ///< see mounts::change_owners(); -1: they stay
    int source = -1; ///< room for what is opened
};

/// Builds the tree of `view`, and reports over `socket`; never returns. One of `files` belongs to each step.
/// `as_root`: files are opened with the rights of root, before the user namespace is made.
[[noreturn]] void build_tree(const View& view, std::vector<StepFiles>& files, bool as_root,
                             int socket) noexcept;

} // namespace referee
