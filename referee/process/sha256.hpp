#pragma once
// SHA-256 of files and texts. Source: FIPS 180-4.

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace referee {

/// SHA-256 of the bytes of `file` as 64 lower-case hexadecimal digits. Empty when it is no regular file or
/// cannot be opened; a file that can be executed need not be readable. Throws std::system_error when reading
/// fails half-way.
[[nodiscard]] std::optional<std::string> sha256_of_file(const std::filesystem::path& file);

/// SHA-256 of the bytes of `text` as 64 lower-case hexadecimal digits.
[[nodiscard]] std::string sha256_of_text(std::string_view text);

} // namespace referee
