#include "referee/process/signal_stop.hpp"

#include "referee/base/console.hpp"
#include "referee/base/stop_token.hpp"
#include "referee/base/text.hpp"
#include "referee/process/proc_file.hpp"

#include <algorithm>
#include <string>

#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <sys/signalfd.h>
#include <unistd.h>

namespace referee {
namespace {

/// Tells of these signals, which are blocked.
Descriptor descriptor_of(const sigset_t& signals) {
    Descriptor descriptor(::signalfd(-1, &signals, SFD_CLOEXEC | SFD_NONBLOCK));
    if (descriptor.fd() < 0) {
        throw_errno("cannot watch for signals");
    }
    return descriptor;
}

std::string command_of(pid_t pid) {
    std::string words = read_proc_file("/proc/" + std::to_string(pid) + "/cmdline");
    std::ranges::replace(words, '\0', ' ');
    return words;
}

} // namespace

SignalStop::SignalStop(Orphans& orphans, int other)
    : orphans_(orphans)
    , blocked_(stop_signals()) {
    ::signal(SIGPIPE, SIG_IGN);
    if (other != 0) {
        sigdelset(&blocked_, other);
    }
    pthread_sigmask(SIG_BLOCK, &blocked_, nullptr);
    descriptor_ = descriptor_of(blocked_);
    let_output_wait_with(token());
}

SignalStop::~SignalStop() {
    static_cast<void>(token().requested());
    let_output_wait_with({});
    signalfd_siginfo info{};
    while (::read(descriptor_.fd(), &info, sizeof info) == sizeof info) {
    }
    pthread_sigmask(SIG_UNBLOCK, &blocked_, nullptr);
}

StopToken SignalStop::token() noexcept {
    return {descriptor_.fd(), this};
}

void SignalStop::forget() noexcept {
    signalfd_siginfo info{};
    if (received_) { // the one that is_stop() raised again
        static_cast<void>(!::read(descriptor_.fd(), &info, sizeof info));
    }
    received_.reset();
}

void SignalStop::complain_of_ignored(const char* program) const {
    for (const std::string& ignored : ignored_) {
        complain(program, "warning: interference: an agent sent " + ignored + "; it was ignored");
    }
}

/// Raises the signal that requests the stop again after reading it, and then reads no more, so that the
/// descriptor stays readable.
bool SignalStop::is_stop() {
    signalfd_siginfo info{};
    constexpr int kMostAtOnce = 64; // an agent that signals without end must not keep the referee here
    for (int count = 0; count < kMostAtOnce && !received_; ++count) {
        if (::read(descriptor_.fd(), &info, sizeof info) != sizeof info) {
            break;
        }
        const auto signal = static_cast<int>(info.ssi_signo);
        const auto sender = static_cast<pid_t>(info.ssi_pid);
        if (sender > 0 && orphans_.is_ours(sender)) {
            constexpr std::size_t kMostKept = 100;
            if (ignored_.size() < kMostKept) {
                ignored_.push_back(signal_name(signal) + " from process " + std::to_string(sender) + " (" +
                                   to_printable(command_of(sender), 60) + ")");
            }
            continue;
        }
        received_ = signal;
        ::raise(signal);
        hurry_output();
    }
    return received_.has_value();
}

SignalRequest::SignalRequest(int signal) {
    sigset_t signals;
    sigemptyset(&signals);
    sigaddset(&signals, signal);
    pthread_sigmask(SIG_BLOCK, &signals, nullptr);
    descriptor_ = descriptor_of(signals);
}

bool SignalRequest::take() noexcept {
    signalfd_siginfo info{}; // the kernel keeps one signal of a kind while it is pending
    return ::read(descriptor_.fd(), &info, sizeof info) == sizeof info;
}

} // namespace referee
