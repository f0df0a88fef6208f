#pragma once
// A file that grows by whole lines, and is watched for changes by others.

#include "referee/base/descriptor.hpp"

#include <cstdint>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <string_view>

namespace referee {

/// A log is not what was written to it: somebody else cut, extended, replaced or removed the file. what()
/// names the file and the damage. An error of the world: exit status 3.
class LogDamaged : public std::runtime_error {
  public:
    LogDamaged(const std::filesystem::path& log, std::string_view damage);
};

/// Only appended to. Each line is written whole or an error is thrown.
class LogFile {
  public:
    /// Creates the file and its missing parent directories. Throws UserError when it is there already or is a
    /// directory, a pipe or a device (`when_there` says what to do then), std::system_error when it cannot be
    /// created.
    LogFile(std::filesystem::path path, std::string_view when_there);

    /// What replaces a file that is there.
    struct Replacing {};
    /// The same, but the first line that is appended replaces what the file holds: until then nothing is
    /// lost. Throws UserError when it is there and no plain file.
    LogFile(std::filesystem::path path, Replacing);

    /// Opens a plain file that exists, to append after its first `keep_bytes` bytes; the rest is cut off.
    /// Throws what open_plain() throws, and std::system_error when it cannot be written.
    LogFile(std::filesystem::path path, std::uintmax_t keep_bytes);

    /// Appends `line` and a newline in one write. Throws std::system_error, naming the file, when the disk
    /// does not take all of it; what was taken is cut off again, so that the file ends in a whole line.
    /// Throws LogDamaged, and appends nothing, when the file does not hold what was written to it.
    void append(std::string line);

    /// Waits until what was appended is on disk; false when its file system cannot flush. May be called from
    /// any thread. Throws std::system_error when it cannot be written.
    bool sync() const;

    /// Throws LogDamaged when another file than the one that is written is at path(), or none, or when it
    /// holds fewer than `least` bytes. May be called from any thread, also during append().
    void check(std::uintmax_t least) const;

    /// The same when it does not hold exactly bytes() bytes. Not during append().
    void check_whole() const;

    /// Removes the file if nothing was appended to it, by others neither: what the file was created for could
    /// not begin.
    void discard_if_empty() noexcept;

    [[nodiscard]] const std::filesystem::path& path() const noexcept { return path_; }
    /// How many bytes the file must hold: those that were kept and those that were appended.
    [[nodiscard]] std::uintmax_t bytes() const noexcept { return bytes_; }

  private:
    void open(int flags);
    [[noreturn]] void throw_resized(std::uintmax_t found, std::uintmax_t written) const;
    /// The size of the file. Throws what check() throws when it is not the file at path().
    [[nodiscard]] std::uintmax_t watched_size() const;

    std::filesystem::path path_;
    Descriptor file_;
    std::uintmax_t bytes_ = 0;
    bool is_replaced_ = false; ///< by the first line
};

} // namespace referee
