#pragma once
// Finds what has changed since a run began.
// Source: docs/runs.md, "Resuming".

#include "sprt/store/run_file.hpp"
#include "sprt/store/tournament_file.hpp"

#include <optional>
#include <string>
#include <vector>

namespace sprt {

/// The line for a configuration in run.json that was edited.
inline constexpr const char* kConfigIsEdited =
    "the configuration in run.json is not the one that the run began with";

/// What has changed since `run` began, one line each: the files of the agents, the file of openings, the
/// configuration in run.json, and the file that the configuration came from. `agents` and `book`, the SHA-256
/// of the file of openings, are those of now.
[[nodiscard]] std::vector<std::string> changes_since(const RunFile& run,
                                                     const referee::PerPlayer<AgentPrint>& agents,
                                                     const std::optional<std::string>& book);

/// The same of a tournament: of the agents that still play.
[[nodiscard]] std::vector<std::string> changes_since(const TournamentFile& run,
                                                     const std::vector<AgentPrint>& agents,
                                                     const std::vector<std::size_t>& playing,
                                                     const std::optional<std::string>& book);

} // namespace sprt
