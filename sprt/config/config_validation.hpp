#pragma once
// Checks that configurations of runs, matches and tournaments share.

#include "sprt/config/config.hpp"

#include <optional>
#include <string>

namespace sprt {

/// What is wrong with an agent, in one line; empty when nothing is. Its command is not empty.
[[nodiscard]] std::optional<std::string> problem_of(const AgentConfig& agent,
                                                    const referee::PlaySettings& play);

/// Checks the settings of the kind of `config`, rules, limits and the file of openings, but no agent. Throws
/// UserError, naming the place by `sources`.
void check_shared(const Config& config, const ConfigSources& sources);

} // namespace sprt
