#pragma once
// Agents that a file names, for use in other places as `@NAME`. Source: docs/engines.md, "Naming engines
// once".

#include "referee/game/settings/agent_spec.hpp"

#include <filesystem>

namespace referee {

/// The file in which agents are looked up where no other is given.
inline constexpr const char* kEnginesFile = "engines.json";

/// `agent` itself, or, when its command is `@NAME`, the agent NAME of `file` with the settings that `agent`
/// has: they take the place of its own, a limit of time or depth that of all its limits; options of the same
/// name are replaced, others and lines are sent after its own. Throws UserError when the file cannot be read,
/// an agent in it is wrong, or none has this name.
[[nodiscard]] AgentSpec find_named(const AgentSpec& agent, const std::filesystem::path& file);

} // namespace referee
