#include "referee/process/signal_stop.hpp"

#include "referee/base/text.hpp"
#include "referee/process/proc_file.hpp"

#include <algorithm>
#include <string>

#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <sys/signalfd.h>

namespace referee {
namespace {

std::string command_of(pid_t pid) {
    std::string words = read_proc_file("/proc/" + std::to_string(pid) + "/cmdline");
    std::replace(words.begin(), words.end(), '\0', ' ');
    return words;
}

} // namespace

SignalStop::SignalStop(Orphans& orphans)
    : orphans_(orphans) {
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
                ignored_.push_back(std::string(signal == SIGINT ? "SIGINT" : "SIGTERM") + " from process " +
                                   std::to_string(sender) + " (" + to_printable(command_of(sender), 60) +
                                   ")");
            }
            continue;
        }
        received_ = signal;
        ::raise(signal);
    }
    return received_.has_value();
}

} // namespace referee
