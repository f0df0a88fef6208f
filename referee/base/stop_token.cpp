#include "referee/base/stop_token.hpp"

#include <algorithm>
#include <array>

#include <poll.h>

namespace referee {

bool StopToken::requested() const {
    pollfd descriptor{.fd = fd, .events = POLLIN, .revents = 0};
    return fd >= 0 && ::poll(&descriptor, 1, 0) > 0 && (source == nullptr || source->is_stop());
}

namespace {

struct NamedSignal {
    int number;
    const char* name;
};

/// Besides these there are those from SIGRTMIN to SIGRTMAX.
constexpr auto kStopSignals = std::to_array<NamedSignal>({
    {SIGHUP, "SIGHUP"},
    {SIGINT, "SIGINT"},
    {SIGQUIT, "SIGQUIT"},
    {SIGABRT, "SIGABRT"},
    {SIGUSR1, "SIGUSR1"},
    {SIGUSR2, "SIGUSR2"},
    {SIGALRM, "SIGALRM"},
    {SIGTERM, "SIGTERM"},
#ifdef SIGSTKFLT
    {SIGSTKFLT, "SIGSTKFLT"},
#endif
    {SIGXCPU, "SIGXCPU"},
    {SIGVTALRM, "SIGVTALRM"},
    {SIGPROF, "SIGPROF"},
    {SIGIO, "SIGIO"},
    {SIGPWR, "SIGPWR"},
});

bool ends_by_default(int signal) noexcept {
    struct sigaction action {};
    return ::sigaction(signal, nullptr, &action) == 0 && action.sa_handler == SIG_DFL;
}

} // namespace

sigset_t stop_signals() noexcept {
    sigset_t signals;
    sigemptyset(&signals);
    const auto add = [&](int signal) {
        if (signal == SIGINT || signal == SIGTERM || ends_by_default(signal)) {
            sigaddset(&signals, signal);
        }
    };
    for (const NamedSignal& signal : kStopSignals) {
        add(signal.number);
    }
    for (int signal = SIGRTMIN; signal <= SIGRTMAX; ++signal) {
        add(signal);
    }
    return signals;
}

void block_stop_signals() noexcept {
    const sigset_t signals = stop_signals();
    ::pthread_sigmask(SIG_BLOCK, &signals, nullptr);
}

std::string signal_name(int signal) {
    const auto* const named = std::ranges::find(kStopSignals, signal, &NamedSignal::number);
    if (named != kStopSignals.end()) {
        return named->name;
    }
    if (signal >= SIGRTMIN && signal <= SIGRTMAX) {
        return "SIGRTMIN+" + std::to_string(signal - SIGRTMIN);
    }
    return "signal " + std::to_string(signal);
}

} // namespace referee
