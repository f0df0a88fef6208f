#pragma once
// Opens files that users name, and files at fixed names in directories that a stranger may have made. Refuses
// what reading would wait for or never end on.

#include "referee/base/descriptor.hpp"

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>

namespace referee {

/// `a directory`, `a pipe`, `a device` or `a socket` when `file` is one; empty for a regular file, and for a
/// file that is missing or cannot be looked at.
[[nodiscard]] std::string_view special_kind(const std::filesystem::path& file);

/// Opens the regular file `file` for reading. One of no size is empty: the files of /proc are, and some of
/// them never end.
[[nodiscard]] std::ifstream open_regular(const std::filesystem::path& file);

/// Opens `file` for reading. Standard input and other open descriptors (/dev/stdin, /dev/fd/N) may be
/// anything. Throws UserError, which asks for `what` (e.g. `a log`), when `file` is a directory, a pipe, a
/// device or a socket, or when it cannot be read.
[[nodiscard]] std::ifstream open_input(const std::filesystem::path& file, std::string_view what);

/// Where `file` leads: the path without symbolic links, also when nothing is there.
[[nodiscard]] std::filesystem::path followed(const std::filesystem::path& file);

/// Whether `file` leads to `run.json`, or to `games.jsonl` beside one: nothing else may take their place.
[[nodiscard]] bool is_file_of_run(const std::filesystem::path& file);

// The user named the directory of a plain file, not the file: whoever made the directory could put anything
// at its name.

/// Throws UserError when `file` is there and is a link, a directory, a pipe, a device or a socket; `what` is
/// what it must be (e.g. `a log`).
void expect_plain(const std::filesystem::path& file, std::string_view what);

/// Opens the regular file `file` with `flags` and `mode` of open(). Follows no link, waits for no pipe and
/// touches no device: throws what expect_plain() throws. Empty, with errno, when it cannot be opened.
[[nodiscard]] Descriptor open_plain(const std::filesystem::path& file, std::string_view what, int flags,
                                    unsigned mode = 0666);

/// The most bytes of a plain file that is read at once, and of a line of one.
inline constexpr std::uintmax_t kMostPlainBytes = 16 << 20;

/// The text of a plain file. Throws UserError, which asks for `what`, when it cannot be opened or is larger
/// than kMostPlainBytes; std::system_error when it cannot be read.
[[nodiscard]] std::string read_plain(const std::filesystem::path& file, std::string_view what);

class PlainLines {
  public:
    /// Begins at byte `begin` of `opened`, the file `file`.
    PlainLines(Descriptor opened, std::filesystem::path file, std::uintmax_t begin = 0);

    /// Reads the next line into `line`, without its newline; false at the end. Throws UserError when it is
    /// longer than kMostPlainBytes, std::system_error when it cannot be read.
    [[nodiscard]] bool next(std::string& line);
    /// Whether the line that was read last has no newline: it is the last one.
    [[nodiscard]] bool is_cut() const noexcept { return is_cut_; }

  private:
    Descriptor opened_;
    std::filesystem::path file_;
    std::uintmax_t at_; ///< the next byte to read
    std::string read_;  ///< and not yet handed out, from begin_ on
    std::size_t begin_ = 0;
    bool is_cut_ = false;
};

} // namespace referee
