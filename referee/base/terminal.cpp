#include "referee/base/terminal.hpp"

#include "referee/base/text.hpp"

#include <cstdlib>

#include <sys/ioctl.h>
#include <unistd.h>

namespace referee {
namespace {

/// Whether the encoding of a locale such as `de_DE.UTF-8@euro` is UTF-8. That of `C` and `POSIX` is not.
bool is_utf8(std::string locale) {
    std::erase(locale, '-');
    locale = lower_case(locale);
    const auto dot = locale.find('.');
    const std::string encoding = dot == std::string::npos ? locale : locale.substr(dot + 1);
    return encoding.substr(0, encoding.find('@')) == "utf8";
}

/// The value of an environment variable; empty when it is unset.
std::string variable(const char* name) {
    const char* const value = std::getenv(name);
    return value != nullptr ? value : "";
}

} // namespace

TerminalTraits terminal_traits(bool is_tty, const TerminalEnvironment& environment) {
    TerminalTraits traits{.is_terminal = is_tty};
    if (!is_tty || environment.term.empty() || environment.term == "dumb") {
        return traits;
    }
    traits.can_repaint = true;
    traits.has_colour = environment.no_color.empty();
    for (const std::string& locale : {environment.lc_all, environment.lc_ctype, environment.lang}) {
        if (!locale.empty()) {
            traits.has_unicode = is_utf8(locale);
            break;
        }
    }
    return traits;
}

TerminalTraits terminal_traits(int fd) {
    return terminal_traits(isatty(fd) == 1, {.term = variable("TERM"),
                                             .no_color = variable("NO_COLOR"),
                                             .lc_all = variable("LC_ALL"),
                                             .lc_ctype = variable("LC_CTYPE"),
                                             .lang = variable("LANG")});
}

std::optional<int> terminal_columns(int fd) {
    winsize size{};
    if (ioctl(fd, TIOCGWINSZ, &size) != 0 || size.ws_col == 0) {
        return std::nullopt;
    }
    return size.ws_col;
}

} // namespace referee
