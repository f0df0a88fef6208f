#pragma once
// SHA-256 of files and texts. Source: FIPS 180-4.

#include "referee/base/text.hpp"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace referee {

/// The most bytes of an agent's file that are hashed.
inline constexpr std::uintmax_t kMostHashedBytes = std::uintmax_t{16} << 30;

/// SHA-256 of the bytes of `file` as 64 lower-case hexadecimal digits. Empty when it is no regular file,
/// cannot be opened or has more than `most_bytes`: a stranger may have named a file of terabytes that is all
/// holes. A file that can be executed need not be readable. Waits for no pipe; bytes that are added meanwhile
/// are not read. Throws std::system_error when reading fails half-way.
[[nodiscard]] std::optional<std::string> sha256_of_file(const std::filesystem::path& file,
                                                        std::uintmax_t most_bytes = kMostHashedBytes);

/// SHA-256 of the bytes of `text` as 64 lower-case hexadecimal digits.
[[nodiscard]] std::string sha256_of_text(std::string_view text);

/// The number that `bits` bits of such digits are, from digit `begin` on; 4 to 64.
[[nodiscard]] inline std::uint64_t first_bits(std::string_view digits, std::size_t bits,
                                              std::size_t begin = 0) {
    return parse_number<std::uint64_t>(digits.substr(begin, bits / 4), 16).value();
}

} // namespace referee
