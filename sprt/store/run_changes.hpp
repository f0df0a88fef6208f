#pragma once
// What a run was begun with, and is no longer as it was.
// Source: docs/commands.md, "Runs that are kept".

#include "sprt/store/run_file.hpp"

#include <optional>
#include <string>
#include <vector>

namespace sprt {

/// What is no longer as `run` says it was, a line each: the agents' files, the file of openings, the stored
/// configuration, and the file that it came from. `agents` and `book` are what the run would be played with
/// now.
[[nodiscard]] std::vector<std::string> changes_since(const RunFile& run,
                                                     const referee::PerPlayer<AgentPrint>& agents,
                                                     const std::optional<std::string>& book);

} // namespace sprt
