#include "referee/base/terminal.hpp"

#include <algorithm>
#include <cctype>
#include <cstdlib>

#include <sys/ioctl.h>
#include <unistd.h>

namespace referee {
namespace {

/// Whether a locale such as `de_DE.UTF-8@euro` is one of UTF-8; `C` and `POSIX` are not.
bool is_utf8(std::string locale) {
    std::erase(locale, '-');
    std::transform(locale.begin(), locale.end(), locale.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    const auto dot = locale.find('.');
    const std::string encoding = dot == std::string::npos ? locale : locale.substr(dot + 1);
    return encoding.substr(0, encoding.find('@')) == "utf8";
}

} // namespace

TerminalTraits terminal_traits(bool is_tty, const std::function<std::string(const char*)>& env) {
    TerminalTraits traits{.is_terminal = is_tty};
    const std::string term = env("TERM");
    if (!is_tty || term.empty() || term == "dumb") {
        return traits;
    }
    traits.can_repaint = true;
    traits.has_colour = env("NO_COLOR").empty();
    for (const char* name : {"LC_ALL", "LC_CTYPE", "LANG"}) {
        if (const std::string locale = env(name); !locale.empty()) {
            traits.has_unicode = is_utf8(locale);
            break;
        }
    }
    return traits;
}

TerminalTraits terminal_traits(int fd) {
    return terminal_traits(isatty(fd) == 1, [](const char* name) {
        const char* value = std::getenv(name);
        return std::string(value != nullptr ? value : "");
    });
}

std::optional<int> terminal_columns(int fd) {
    winsize size{};
    if (ioctl(fd, TIOCGWINSZ, &size) != 0 || size.ws_col == 0) {
        return std::nullopt;
    }
    return size.ws_col;
}

} // namespace referee
