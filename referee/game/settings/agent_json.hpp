#pragma once
// An agent in JSON. Source: docs/commands.md, "An agent's command"; docs/engines.md, "Settings of one agent".

#include "referee/game/json.hpp"
#include "referee/game/settings/agent_spec.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace referee {

/// Reads an agent: its command as a string (see parse_agent()) or as an array of words, or an object with a
/// command and settings. Throws UserError naming the place of what is wrong.
[[nodiscard]] AgentSpec read_agent(const JsonNode& node);

/// The same as an object. Settings that are left open are left out, but `time_ms`.
[[nodiscard]] Json to_json(const AgentSpec& agent);

/// The words that parse_agent() reads, without its name: settings, then the command. What only JSON can say
/// is left out.
[[nodiscard]] std::vector<std::string> words_of(const AgentSpec& agent);

// Agents that a file names, for use in other places as `@NAME`. Source: docs/engines.md, "Naming engines
// once".

/// The file in which agents are looked up where no other is given.
inline constexpr const char* kEnginesFile = "engines.json";

/// `agent` itself, or, when its command is `@NAME`, the agent NAME of `file` with the settings that `agent`
/// has: they take the place of its own, a limit of time or depth that of all its limits; options of the same
/// name are replaced, others and lines are sent after its own. Throws UserError when the file cannot be read,
/// an agent in it is wrong, or none has this name.
[[nodiscard]] AgentSpec find_named(const AgentSpec& agent, const std::filesystem::path& file);

} // namespace referee
