#pragma once
// Fingerprints of files and texts.

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace sprt {

/// SHA-256 of a file's bytes as 64 lower-case hexadecimal digits. Empty when we may not read it (one may be
/// allowed to execute a file and not to read it). Throws std::system_error when reading fails half-way.
[[nodiscard]] std::optional<std::string> sha256_of_file(const std::filesystem::path& file);

/// The same of a text.
[[nodiscard]] std::string sha256_of_text(std::string_view text);

} // namespace sprt
