#pragma once
// How long agents may think, by their settings. Source: docs/engines.md, "Settings of one agent".

#include "referee/talk/clock.hpp"

#include <string>
#include <string_view>

namespace referee {

struct AgentSpec;
struct PlaySettings;

/// The agent's own limits, where it has some, otherwise those of the run. The settings must have no problem.
[[nodiscard]] TimeControl time_control(const AgentSpec& agent, const PlaySettings& run);

/// The limits of agents that have none of their own.
[[nodiscard]] TimeControl time_control(const PlaySettings& run);

/// The word for no clock, where a search has another limit.
inline constexpr std::string_view kNoClock = "inf";

/// Reads a clock for the game, [MOVES/]TIME[+SECONDS]: `10+0.1`, `1:30+1`, `40/60+0.6`; or `inf`, the limit
/// of a search that is not yet given. Throws UserError for another text.
[[nodiscard]] TimeControl parse_time_control(const std::string& text);

} // namespace referee
