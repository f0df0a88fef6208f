#pragma once
// Replaces the text of a file atomically.

#include <filesystem>
#include <string_view>

namespace sprt {

/// Writes `text` to a draft (`.NAME.RANDOM.new` beside `file`), flushes the draft to disk and renames it to
/// `file`, which may be a link, a pipe or a device: it is replaced, and neither followed nor opened. Removes
/// drafts of `file` that programs left which were killed: nobody holds their lock, or they are an hour old. A
/// reader sees the whole old text or the whole new one, also after a power cut. The directory of `file` must
/// exist. `mode`: its permissions, less the user's umask. Throws std::system_error naming `file` when that
/// fails; `file` is then unchanged.
void replace_file(const std::filesystem::path& file, std::string_view text, unsigned mode = 0666);

} // namespace sprt
