#include "referee/process/sandbox/init.hpp"

#include "referee/process/sandbox/wire.hpp"

#include <algorithm>
#include <array>
#include <cerrno>

#include <poll.h>
#include <signal.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

namespace referee {
namespace {

using wire::Report;

/// Reaps children that have ended. False when there are no others.
bool reap() noexcept {
    pid_t pid = 0;
    do {
        pid = ::waitpid(-1, nullptr, WNOHANG | __WALL);
    } while (pid > 0 || (pid < 0 && errno == EINTR));
    return pid == 0;
}

/// Ends all processes but this one. Returns how many refuse: 0, or 1 for some.
int sweep() noexcept {
    constexpr timespec kMoment{.tv_sec = 0, .tv_nsec = 200'000};
    constexpr int kMostLooks = 2500; // half a second; a process may be in the middle of a long system call
    for (int looks = 0; looks < kMostLooks; ++looks) {
        const bool nobody_there = ::kill(-1, SIGKILL) != 0 && errno == ESRCH;
        if (!reap() && nobody_there) {
            return 0;
        }
        if (looks > 0) {
            ::nanosleep(&kMoment, nullptr);
        }
    }
    return 1;
}

} // namespace

void run_init(int socket, std::span<char> command_line) noexcept {
    std::ranges::fill(command_line, '\0');
    std::array<int, 1> kept{socket};
    wire::close_all_but(kept);
    static_cast<void>(::prctl(PR_SET_NAME, "referee-init"));
    if (::prctl(PR_SET_PDEATHSIG, SIGKILL) != 0 || ::prctl(PR_SET_DUMPABLE, 0) != 0) {
        ::_exit(1);
    }
    if (::mount("proc", "/proc", "proc", MS_NOSUID | MS_NODEV | MS_NOEXEC, nullptr) != 0) {
        wire::send_failure(socket, Report::What::Failed, "cannot mount a /proc of its own");
        ::_exit(1);
    }
    sigset_t children;
    sigemptyset(&children);
    sigaddset(&children, SIGCHLD);
    const int ended = ::signalfd(-1, &children, SFD_CLOEXEC | SFD_NONBLOCK); // all signals are blocked
    Report report{.what = Report::What::Ready};
    static_cast<void>(wire::send(socket, &report, sizeof report));
    while (true) {
        std::array<pollfd, 2> watched{pollfd{.fd = socket, .events = POLLIN, .revents = 0},
                                      pollfd{.fd = ended, .events = POLLIN, .revents = 0}};
        if (::poll(watched.data(), watched.size(), -1) < 0) {
            continue;
        }
        if (watched[1].revents != 0) {
            signalfd_siginfo info;
            while (::read(ended, &info, sizeof info) == sizeof info) {
            }
            static_cast<void>(reap());
        }
        if (watched[0].revents != 0) {
            static wire::Order order;
            if (!wire::receive(socket, order)) {
                ::_exit(0);
            }
            report = {.what = Report::What::Swept, .pid = sweep()};
            static_cast<void>(wire::send(socket, &report, sizeof report));
        }
    }
}

} // namespace referee
