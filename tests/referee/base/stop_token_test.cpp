#include "referee/base/stop_token.hpp"

#include <gtest/gtest.h>

namespace referee {
namespace {

bool is_among(int signal) {
    const sigset_t signals = stop_signals();
    return sigismember(&signals, signal) == 1;
}

TEST(StopSignals, are_all_that_end_a_process_and_tell_of_no_fault_in_it) {
    for (const int signal : {SIGHUP, SIGINT, SIGQUIT, SIGABRT, SIGUSR1, SIGUSR2, SIGALRM, SIGTERM, SIGXCPU,
                             SIGVTALRM, SIGPROF, SIGIO, SIGPWR, SIGRTMIN, SIGRTMAX}) {
        EXPECT_TRUE(is_among(signal)) << signal_name(signal);
    }
    for (const int signal : {SIGKILL, SIGSTOP, SIGTSTP, SIGCONT, SIGCHLD, SIGWINCH, SIGURG, SIGSEGV, SIGBUS,
                             SIGFPE, SIGILL, SIGTRAP, SIGSYS}) {
        EXPECT_FALSE(is_among(signal)) << signal;
    }
}

TEST(StopSignals, ignored_ones_and_those_with_a_handler_are_left_out_but_sigint_and_sigterm) {
    const auto handler = [](int) {};
    for (const auto& [signal, stays] : {std::pair(SIGHUP, false), std::pair(SIGRTMIN + 1, false),
                                        std::pair(SIGINT, true), std::pair(SIGTERM, true)}) {
        for (void (*const disposition)(int) : {SIG_IGN, +handler}) {
            const auto before = ::signal(signal, disposition);
            EXPECT_EQ(is_among(signal), stays) << signal_name(signal);
            ::signal(signal, before);
        }
        EXPECT_TRUE(is_among(signal));
    }
}

TEST(StopSignals, have_the_names_that_kill_knows) {
    EXPECT_EQ(signal_name(SIGHUP), "SIGHUP");
    EXPECT_EQ(signal_name(SIGPWR), "SIGPWR");
    EXPECT_EQ(signal_name(SIGRTMIN + 3), "SIGRTMIN+3");
    EXPECT_EQ(signal_name(SIGSEGV), "signal 11");
}

} // namespace
} // namespace referee
