#pragma once
// What the terminal behind a stream can show.
// Source: no-color.org for NO_COLOR; POSIX.1-2017, "Environment Variables", for the order of LC_ALL, LC_CTYPE
// and LANG.

#include <functional>
#include <optional>
#include <string>

namespace referee {

/// What the terminal behind a stream can show. A stream that is no terminal shows plain ASCII.
struct TerminalTraits {
    bool is_terminal = false;
    bool has_colour = false;  ///< escape sequences for colour are welcome
    bool has_unicode = false; ///< more than ASCII, in UTF-8
    bool can_repaint = false; ///< escape sequences that move the cursor work
    bool operator==(const TerminalTraits&) const = default;
};

/// Pure: from whether the stream `is_tty` and the values of TERM, NO_COLOR, LC_ALL, LC_CTYPE and LANG, which
/// `env` returns by name, empty when unset.
[[nodiscard]] TerminalTraits terminal_traits(bool is_tty, const std::function<std::string(const char*)>& env);

/// Of a file descriptor of this process, by the environment of this process.
[[nodiscard]] TerminalTraits terminal_traits(int fd);

/// Columns of the terminal behind `fd`; empty when it is none, or does not say.
[[nodiscard]] std::optional<int> terminal_columns(int fd);

} // namespace referee
