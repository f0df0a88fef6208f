#pragma once
// Reads a configuration from JSON and writes it as JSON. Source: docs/commands.md, "Configuration".

#include "referee/game/json.hpp"
#include "sprt/config/config.hpp"

#include <string>

namespace sprt {

/// Sets in `config` what `root` holds; all other settings stay. Throws UserError naming the JSON pointer of
/// what is unknown, mistyped or out of range.
void read_config(const referee::JsonNode& root, Config& config);

/// `json` as indented text with a newline at the end. Bytes that are not UTF-8 become U+FFFD, because JSON
/// cannot hold them.
[[nodiscard]] std::string lines_of(const referee::Json& json);

/// All settings; an open one is null.
[[nodiscard]] referee::Json to_json(const Config& config);

} // namespace sprt
