#pragma once
// Files that are there whole or not at all.

#include <filesystem>
#include <string_view>

namespace sprt {

/// Writes `text` beside `file` (its name with `.new`), flushes it to disk and renames it: whoever reads sees
/// the old text or the new one, also after a power cut. Its directory must be there.
/// Throws std::system_error naming the file when that fails; then the old file is as it was.
void replace_file(const std::filesystem::path& file, std::string_view text);

} // namespace sprt
