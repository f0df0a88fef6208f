#include "referee/process/signal_request.hpp"

#include <pthread.h>
#include <signal.h>
#include <sys/signalfd.h>
#include <unistd.h>

namespace referee {

SignalRequest::SignalRequest(int signal) {
    sigset_t signals;
    sigemptyset(&signals);
    sigaddset(&signals, signal);
    pthread_sigmask(SIG_BLOCK, &signals, nullptr);
    descriptor_ = Descriptor(::signalfd(-1, &signals, SFD_CLOEXEC | SFD_NONBLOCK));
    if (descriptor_.fd() < 0) {
        throw_errno("cannot watch for signals");
    }
}

bool SignalRequest::take() noexcept {
    signalfd_siginfo info{}; // the kernel keeps one signal of a kind while it is pending
    return ::read(descriptor_.fd(), &info, sizeof info) == sizeof info;
}

} // namespace referee
