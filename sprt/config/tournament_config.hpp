#pragma once
// What the configurations of tournaments have alone, and those of tunings.
// Source: docs/tournaments.md; docs/tuning.md; configs/schema/tournament.schema.json.

#include "referee/game/json.hpp"
#include "sprt/config/config.hpp"
#include "sprt/schedule/tuning.hpp"

#include <chrono>
#include <cstddef>
#include <string>
#include <vector>

namespace sprt {

inline constexpr std::size_t kMostAgents = 64;

/// Numbers agents without a name of their own whose commands are equal: `NAME`, `NAME (2)`.
void tell_apart(std::vector<AgentConfig>& agents);

/// Sets what a validated tournament leaves open: seeds, span, a gauntlet's anchor.
void fill_in_tournament(Config& config);

/// Seeds of a gauntlet, span of a ladder, otherwise 0.
[[nodiscard]] std::size_t reach_of(const Config& config);

[[nodiscard]] std::vector<std::string> names_of(const std::vector<AgentConfig>& agents);

// Of a tuning: its settings, and the rules that follow from them.

/// Reads a parameter: a text as --param takes it, or an object. Throws UserError naming the place.
[[nodiscard]] TuneParam read_tune_param(const referee::JsonNode& node);
[[nodiscard]] referee::Json to_json(const TuneParam& param);

/// H:MM. Throws UserError for another form, and for no time.
[[nodiscard]] std::chrono::minutes parse_max_time(const std::string& text);

/// Checks what only a tuning has; its agent and all other settings are right. Throws UserError, naming the
/// place by `sources`.
void check_tuning(const Config& config, const ConfigSources& sources);

/// Sets what a checked configuration leaves open: verify and lag.
void fill_in_tuning(Config& config);

/// The rules of a configuration that was filled in.
[[nodiscard]] TuneRules tune_rules_of(const Config& config);

/// What is unwise about them, one line each.
[[nodiscard]] std::vector<std::string> tune_warnings(const TuneRules& rules, int concurrency);

} // namespace sprt
