#pragma once
// Small files of the kernel, e.g. /proc/PID/stat.

#include <string>

namespace ataxx {

/// The whole content. What cannot be read, because the process is gone or not ours, reads as nothing.
[[nodiscard]] std::string read_proc_file(const std::string& path);

} // namespace ataxx
