#include "referee/base/output.hpp"

#include "referee/base/text.hpp"

#include <algorithm>
#include <cerrno>
#include <climits>
#include <cstdlib>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

namespace referee {
namespace {

/// Opens the file of `fd` once more, so that writes there do not block: O_NONBLOCK of `fd` itself belongs to
/// all who share it, the user's shell for one. -1 when that is not possible, as for a pipe of another user.
/// Source: proc(5), /proc/PID/fd.
int reopened(int fd) {
    const std::string name = "/proc/self/fd/" + std::to_string(fd);
    return ::open(name.c_str(), O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
}

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

void Output::put(std::string_view text) {
    if (left_out_ > 0) {
        text_ += "(" + std::to_string(std::exchange(left_out_, 0)) +
                 " lines are left out here: nobody read them in time)\n";
    }
    text_ += text;
}

void Output::put_or_leave_out(std::string_view text) {
    const std::size_t most = leaves_out_ ? kMostUnread / 2 : kMostUnread; // many lines are left out together
    leaves_out_ = unread().size() > most;
    if (leaves_out_) {
        left_out_ += static_cast<std::uint64_t>(std::ranges::count(text, '\n'));
    } else {
        put(text);
    }
}

void Output::flush() {
    if (!is_unread()) {
        return;
    }
    look();
    while (is_unread()) {
        const ssize_t written = write_some(unread());
        if (written > 0) {
            begin_ += static_cast<std::size_t>(written);
        } else if (written == 0 || errno == EAGAIN || errno == EWOULDBLOCK) {
            break;
        } else if (errno != EINTR) {
            const int code = errno;
            text_.clear();
            begin_ = 0;
            throw std::system_error(code, std::generic_category());
        }
    }
    if (begin_ > text_.size() / 2) {
        text_.erase(0, begin_);
        begin_ = 0;
    }
}

/// Finds out how to write to the file that the descriptor leads to now.
void Output::look() {
    struct stat file {};
    if (::fstat(fd_, &file) != 0 || (is_known_ && file.st_dev == device_ && file.st_ino == inode_)) {
        return;
    }
    is_known_ = true;
    device_ = file.st_dev;
    inode_ = file.st_ino;
    own_.reset();
    kind_ = Kind::Immediate;
    if (S_ISSOCK(file.st_mode)) {
        kind_ = Kind::Socket;
    } else if (S_ISFIFO(file.st_mode) || ::isatty(fd_) == 1) {
        kind_ = Kind::Shared;
        own_ = Descriptor(reopened(fd_));
    }
}

ssize_t Output::write_some(std::string_view text) const noexcept {
    if (kind_ == Kind::Immediate) {
        return ::write(fd_, text.data(), text.size());
    }
    if (kind_ == Kind::Socket) {
        return ::send(fd_, text.data(), text.size(), MSG_DONTWAIT);
    }
    if (own_.fd() >= 0) {
        return ::write(own_.fd(), text.data(), text.size());
    }
    // A pipe that is ready has room for this much; a terminal nearly always.
    pollfd ready{.fd = fd_, .events = POLLOUT, .revents = 0};
    if (::poll(&ready, 1, 0) <= 0) {
        errno = EAGAIN;
        return -1;
    }
    return ::write(fd_, text.data(), std::min<std::size_t>(text.size(), PIPE_BUF));
}

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
