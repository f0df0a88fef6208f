#pragma once
// An agent in JSON. Source: docs/commands.md, "An agent's command"; docs/engines.md, "Settings of one agent".

#include "referee/game/json.hpp"
#include "referee/game/settings/agent_spec.hpp"

namespace referee {

/// Reads an agent: its command as a string (see parse_agent()) or as an array of words, or an object with a
/// command and settings. Throws UserError naming the place of what is wrong.
[[nodiscard]] AgentSpec read_agent(const JsonNode& node);

/// The same as an object. Settings that are left open are left out, but `time_ms`.
[[nodiscard]] Json to_json(const AgentSpec& agent);

} // namespace referee
