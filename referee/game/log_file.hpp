#pragma once
// A file that grows by whole lines.

#include "referee/base/descriptor.hpp"

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

namespace referee {

/// Only appended to. Each line is written whole or an error is thrown.
class LogFile {
  public:
    /// Creates the file and its missing parent directories. Throws UserError when it is there already or is a
    /// directory (`when_there` says what to do then), std::system_error when it cannot be created.
    LogFile(std::filesystem::path path, std::string_view when_there);

    /// What replaces a file that is there.
    struct Replacing {};
    /// The same, but the first line that is appended replaces what the file holds: until then nothing is
    /// lost. Throws UserError when it is there and no plain file.
    LogFile(std::filesystem::path path, Replacing);

    /// Opens a file that exists, to append after its first `keep_bytes` bytes; the rest is cut off.
    /// Throws std::system_error when it cannot be written.
    LogFile(std::filesystem::path path, std::uintmax_t keep_bytes);

    /// Appends `line` and a newline in one write. Throws std::system_error, naming the file, when the disk
    /// does not take all of it; what was taken is cut off again, so that the file ends in a whole line.
    void append(std::string line);

    /// Waits until what was appended is on disk. May be called from any thread. Throws std::system_error when
    /// it cannot be written.
    void sync() const;

    /// Removes the file if nothing was appended to it: what the file was created for could not begin.
    void discard_if_empty() noexcept;

    [[nodiscard]] const std::filesystem::path& path() const noexcept { return path_; }

  private:
    void open(int flags);

    std::filesystem::path path_;
    Descriptor file_;
    bool is_empty_ = true;
    bool is_replaced_ = false; ///< by the first line
};

} // namespace referee
