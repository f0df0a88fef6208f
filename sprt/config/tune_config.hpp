#pragma once
// The settings that only a tuning has, and the rules that follow from them. Source: docs/tuning.md.

#include "referee/game/json.hpp"
#include "sprt/config/config.hpp"
#include "sprt/schedule/tuning.hpp"

#include <chrono>
#include <optional>
#include <string>
#include <vector>

namespace sprt {

/// Reads a parameter: a text as --param takes it, or an object. Throws UserError naming the place.
[[nodiscard]] TuneParam read_tune_param(const referee::JsonNode& node);
/// The object.
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
