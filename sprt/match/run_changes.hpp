#pragma once
// What a run was begun with, and is no longer as it was.
// Source: docs/commands.md, "Runs that are kept".

#include "referee/agent/program.hpp"
#include "sprt/match/run_file.hpp"

#include <array>
#include <string>
#include <vector>

namespace sprt {

/// What is no longer as `run` says it was, a line each: the agents' files, the file of openings, the stored
/// configuration, and the file that it came from. `programs` are what the commands name now.
[[nodiscard]] std::vector<std::string> changes_since(const RunFile& run,
                                                     const std::array<ataxx::Program, 2>& programs);

} // namespace sprt
