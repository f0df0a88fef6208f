#pragma once
// What the terminal of a stream can show.
// Source: no-color.org for NO_COLOR; POSIX.1-2017, "Environment Variables", for the order of LC_ALL, LC_CTYPE
// and LANG.

#include <optional>
#include <string>

namespace referee {

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
