#pragma once
// Shell scripts as agents, for tests that need real processes; and whether processes have ended.

#include "referee/base/descriptor.hpp"
#include "referee/process/program.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <csignal>
#include <string>

#include <poll.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

namespace referee::testing_support {

/// A bound for what should be quick, far above what the slowest machine needs.
inline constexpr std::chrono::seconds kSoon{30};

/// `/bin/sh -c script`.
inline Program shell(const std::string& script) {
    return {.executable = "/bin/sh", .words = {"sh", "-c", script}, .dir = {}, .variables = {}};
}

/// Sets $leaks to the descriptors from 3 to 299 that the shell has, each after a blank.
inline const std::string kFindLeaks =
    "leaks=; i=3; while [ $i -lt 300 ]; do [ -e /proc/$$/fd/$i ] && leaks=\"$leaks $i\"; i=$((i+1)); done; ";

/// Waits until `fd` is readable or at its end; false after kSoon.
inline bool becomes_readable(int fd) {
    pollfd descriptor{.fd = fd, .events = POLLIN, .revents = 0};
    int ready = 0;
    do {
        ready = ::poll(&descriptor, 1, std::chrono::milliseconds(kSoon).count());
    } while (ready < 0 && errno == EINTR);
    return ready > 0;
}

/// All bytes from `fd` until its end.
inline std::string all_of(int fd) {
    std::string text;
    char buffer[4096];
    while (becomes_readable(fd)) {
        const ssize_t got = ::read(fd, buffer, sizeof buffer);
        if (got > 0) {
            text.append(buffer, static_cast<std::size_t>(got));
        } else if (got == 0) {
            return text;
        }
    }
    ADD_FAILURE() << "no end of '" << text << "'";
    return text;
}

/// A process that is found by its number while it runs, and watched from then on.
class Watched {
  public:
    explicit Watched(pid_t pid)
        : pidfd_(static_cast<int>(::syscall(SYS_pidfd_open, pid, 0))) {
        EXPECT_GE(pidfd_.fd(), 0) << "process " << pid << " is not there";
    }
    /// Waits for its end, at most kSoon.
    [[nodiscard]] bool ends() const { return becomes_readable(pidfd_.fd()); }
    [[nodiscard]] bool has_ended() const {
        pollfd descriptor{.fd = pidfd_.fd(), .events = POLLIN, .revents = 0};
        return ::poll(&descriptor, 1, 0) > 0;
    }

  private:
    Descriptor pidfd_;
};

/// Whether this process has no child, neither running nor a zombie.
inline bool has_no_children() {
    return ::waitpid(-1, nullptr, WNOHANG) == -1 && errno == ECHILD;
}

} // namespace referee::testing_support
