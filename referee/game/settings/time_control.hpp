#pragma once
// How long agents may think, by their settings. Source: docs/engines.md, "Settings of one agent".

#include "referee/talk/clock.hpp"

#include <chrono>
#include <string>

namespace referee {

struct AgentSpec;
struct PlaySettings;

/// The agent's own limits, where it has some, otherwise those of the run. The settings must have no problem.
[[nodiscard]] TimeControl time_control(const AgentSpec& agent, const PlaySettings& run);

/// The limits of agents that have none of their own.
[[nodiscard]] TimeControl time_control(const PlaySettings& run);

/// The time for a game and the increment.
struct ParsedTimeControl {
    std::chrono::milliseconds time;
    std::chrono::milliseconds increment;
};
/// Reads seconds, `10+0.1` or `10`. Throws UserError for another text.
[[nodiscard]] ParsedTimeControl parse_time_control(const std::string& text);

} // namespace referee
