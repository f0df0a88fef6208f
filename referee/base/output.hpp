#pragma once
// A stream of ours whose reader may be slow or stand still: a pager, a stopped terminal, a stuck collector.
// Nothing here waits for the reader. What it has not taken yet waits in memory.

#include "referee/base/descriptor.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include <sys/types.h>

namespace referee {

/// Writes to a descriptor what its reader takes, in order. Not for several threads at once.
class Output {
  public:
    /// What put_or_leave_out() lets wait.
    static constexpr std::size_t kMostUnread = std::size_t{16} << 20;

    /// `fd` must stay open until the Output is destroyed.
    explicit Output(int fd) noexcept
        : fd_(fd) {}

    void put(std::string_view text);
    /// The same, but leaves `text` out, whole, while more than kMostUnread bytes wait. A line in its place
    /// says how many lines were left out.
    void put_or_leave_out(std::string_view text);
    /// Writes what the reader takes now. Throws std::system_error when nothing can be written any more: then
    /// what waited is forgotten.
    void flush();

    [[nodiscard]] std::string_view unread() const noexcept { return std::string_view(text_).substr(begin_); }
    [[nodiscard]] bool is_unread() const noexcept { return begin_ < text_.size(); }
    /// The descriptor that poll() says of when the reader takes more (POLLOUT), or is gone.
    [[nodiscard]] int poll_fd() const noexcept { return own_.fd() >= 0 ? own_.fd() : fd_; }

  private:
    enum class Kind : std::uint8_t { Immediate, Socket, Shared };

    void look();
    [[nodiscard]] ssize_t write_some(std::string_view text) const noexcept;

    int fd_;
    Kind kind_ = Kind::Immediate;
    Descriptor own_; ///< the same pipe or terminal, whose writes do not block; -1: that was not possible
    bool is_known_ = false; ///< `kind_` and `own_` are those of the file below
    dev_t device_ = 0;
    ino_t inode_ = 0;
    std::string text_;
    std::size_t begin_ = 0;      ///< before it all is written
    std::uint64_t left_out_ = 0; ///< lines, since the last line that says so
    bool leaves_out_ = false;
};

// What the terminal of a stream can show.
// Source: no-color.org for NO_COLOR; POSIX.1-2017, "Environment Variables", for the order of LC_ALL, LC_CTYPE
// and LANG.

/// What the terminal of a stream can show. A stream that is no terminal shows plain ASCII.
struct TerminalTraits {
    bool is_terminal = false;
    bool has_colour = false;  ///< escape sequences for colour are welcome
    bool has_unicode = false; ///< more than ASCII, in UTF-8
    bool can_repaint = false; ///< escape sequences that move the cursor work
    bool operator==(const TerminalTraits&) const = default;
};

/// The environment variables that say what a terminal can show. An unset variable is empty.
struct TerminalEnvironment {
    std::string term{};
    std::string no_color{};
    std::string lc_all{};
    std::string lc_ctype{};
    std::string lang{};
};

/// Pure. `is_tty`: whether the stream is a terminal.
[[nodiscard]] TerminalTraits terminal_traits(bool is_tty, const TerminalEnvironment& environment);

/// Of a file descriptor of this process, by the environment of this process.
[[nodiscard]] TerminalTraits terminal_traits(int fd);

/// Columns of the terminal that `fd` is; empty when it is no terminal, or the terminal does not say.
[[nodiscard]] std::optional<int> terminal_columns(int fd);

} // namespace referee
