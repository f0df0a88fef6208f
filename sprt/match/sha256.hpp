#pragma once
// Fingerprints of files.

#include <filesystem>
#include <optional>
#include <string>

namespace sprt {

/// SHA-256 of a file's bytes as 64 lower-case hexadecimal digits. Empty when we may not read it (one may be
/// allowed to execute a file and not to read it). Throws std::system_error when reading fails half-way.
[[nodiscard]] std::optional<std::string> sha256_of_file(const std::filesystem::path& file);

} // namespace sprt
