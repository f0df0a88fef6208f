#pragma once
// What the stages of runs and tournaments are made of.

#include "referee/game/settings/play_settings.hpp"
#include "referee/process/program.hpp"
#include "sprt/config/config.hpp"
#include "sprt/schedule/jobs.hpp"

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace sprt {

/// The program of an agent. Throws UserError, which `place` begins, when it cannot be executed.
[[nodiscard]] referee::Program find_agent(const AgentConfig& agent, const referee::PlaySettings& settings,
                                          const std::string& place);

/// What may tell an agent of the rival's seed or of the run: its files, and those of runs beside it, which
/// may have the same seed. `out`: the directory of the run; empty: none. `more`: other files.
[[nodiscard]] std::vector<std::filesystem::path> hidden_from_agents(const std::string& out,
                                                                    const std::vector<std::string>& more,
                                                                    const referee::PlaySettings& settings,
                                                                    const ConfigSources& sources);

/// The openings of a schedule. `natives`: agents that know nothing of squares that no stone may enter. Throws
/// UserError, naming the setting, for a file that cannot be read, openings as long as games, and for the
/// first opening that native agents cannot be told.
[[nodiscard]] std::unique_ptr<Openings> find_openings(const SchedulePlan& schedule,
                                                      const std::vector<std::string>& natives,
                                                      const ConfigSources& sources);

} // namespace sprt
