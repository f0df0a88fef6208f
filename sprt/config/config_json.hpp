#pragma once
// A configuration as JSON, in and out. Source: docs/commands.md, "Configuration".

#include "referee/game/json.hpp"
#include "sprt/config/config.hpp"

#include <filesystem>
#include <string>

namespace sprt {

/// A file that holds JSON. Throws UserError naming the file and why it cannot be read (`what`: what should
/// have been named instead of a directory), or the line and column of what is not JSON.
[[nodiscard]] referee::Json read_json_file(const std::filesystem::path& file, const std::string& what);

/// Lays what `root` holds over `config`. Throws UserError naming the JSON pointer of what is unknown,
/// mistyped or out of range.
void read_config(const referee::JsonNode& root, Config& config);

/// Indented, with a newline at the end. Bytes that are not UTF-8 become U+FFFD: JSON has no way to write
/// them.
[[nodiscard]] std::string lines_of(const referee::Json& json);

/// All settings, open ones as null.
[[nodiscard]] referee::Json to_json(const Config& config);

} // namespace sprt
