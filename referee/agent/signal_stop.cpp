#include "referee/agent/signal_stop.hpp"

#include "referee/rules/user_error.hpp"

#include <string>

#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <sys/signalfd.h>

namespace ataxx {

SignalStop::SignalStop() {
    ::signal(SIGPIPE, SIG_IGN);
    sigset_t stops;
    sigemptyset(&stops);
    sigaddset(&stops, SIGINT);
    sigaddset(&stops, SIGTERM);
    pthread_sigmask(SIG_BLOCK, &stops, nullptr);
    descriptor_ = Descriptor(::signalfd(-1, &stops, SFD_CLOEXEC | SFD_NONBLOCK));
    if (descriptor_.fd() < 0) {
        throw_errno("cannot watch for signals");
    }
}

bool SignalStop::stop_requested() const noexcept {
    pollfd descriptor{.fd = descriptor_.fd(), .events = POLLIN, .revents = 0};
    return received_.has_value() || ::poll(&descriptor, 1, 0) > 0;
}

std::optional<int> SignalStop::received() noexcept {
    signalfd_siginfo info{};
    if (!received_ && ::read(descriptor_.fd(), &info, sizeof info) == sizeof info) {
        received_ = static_cast<int>(info.ssi_signo);
    }
    return received_;
}

rlimit raise_descriptor_limit(std::size_t needed) {
    rlimit before{};
    if (::getrlimit(RLIMIT_NOFILE, &before) != 0) {
        throw_errno("cannot read the limit of open files");
    }
    if (before.rlim_max < needed) {
        throw UserError("too few open files are allowed: " + std::to_string(needed) +
                        " are needed and ulimit -Hn is " + std::to_string(before.rlim_max) +
                        "; raise it or play fewer games at once (--concurrency)");
    }
    const rlimit raised{.rlim_cur = before.rlim_max, .rlim_max = before.rlim_max};
    if (::setrlimit(RLIMIT_NOFILE, &raised) != 0) {
        throw_errno("cannot raise the limit of open files");
    }
    return before;
}

} // namespace ataxx
