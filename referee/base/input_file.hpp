#pragma once
// Opens files that users name, and refuses what reading would wait for or never end on.

#include <filesystem>
#include <fstream>
#include <string_view>

namespace referee {

/// `a directory`, `a pipe`, `a device` or `a socket` when `file` is one; empty for a regular file, and for a
/// file that is missing or cannot be looked at.
[[nodiscard]] std::string_view special_kind(const std::filesystem::path& file);

/// Opens `file` for reading. Standard input and other open descriptors (/dev/stdin, /dev/fd/N) may be
/// anything. Throws UserError, which asks for `what` (e.g. `a log`), when `file` is a directory, a pipe, a
/// device or a socket, or when it cannot be read.
[[nodiscard]] std::ifstream open_input(const std::filesystem::path& file, std::string_view what);

} // namespace referee
