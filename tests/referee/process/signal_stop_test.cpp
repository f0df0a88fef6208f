#include "referee/process/process.hpp"
#include "referee/process/signal_stop.hpp"
#include "tests/referee/process/shell.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <csignal>
#include <vector>

#include <pthread.h>

namespace referee {
namespace {

using namespace testing_support;
using ::testing::HasSubstr;

/// All signals of which signal(7) says that they end a process, but SIGKILL and those of a fault.
std::vector<int> deadly_signals() {
    std::vector<int> signals{SIGHUP,  SIGINT,  SIGQUIT,   SIGABRT, SIGUSR1, SIGUSR2, SIGALRM,
                             SIGTERM, SIGXCPU, SIGVTALRM, SIGPROF, SIGIO,   SIGPWR,  SIGSTKFLT};
    for (int signal = SIGRTMIN; signal <= SIGRTMAX; ++signal) {
        signals.push_back(signal);
    }
    return signals;
}

bool is_blocked(int signal) {
    sigset_t blocked;
    pthread_sigmask(SIG_SETMASK, nullptr, &blocked);
    return sigismember(&blocked, signal) == 1;
}

class SignalStopTest : public testing::Test {
  protected:
    Orphans orphans_;
};

TEST_F(SignalStopTest, no_stop_is_requested_before_a_signal) {
    SignalStop stop(orphans_);
    EXPECT_FALSE(stop.token().requested());
    EXPECT_FALSE(stop.received());
    EXPECT_FALSE(StopToken{}.requested());
}

TEST_F(SignalStopTest, every_deadly_signal_requests_a_stop_that_stays) {
    for (const int signal : deadly_signals()) {
        SCOPED_TRACE(signal);
        SignalStop stop(orphans_);
        std::raise(signal); // this process does not descend from itself
        EXPECT_TRUE(stop.token().requested());
        EXPECT_TRUE(stop.token().requested()) << "it stays requested";
        EXPECT_TRUE(becomes_readable(stop.token().fd));
        EXPECT_EQ(stop.received(), signal);
        EXPECT_TRUE(stop.ignored().empty());
    }
}

TEST_F(SignalStopTest, ignored_signal_stays_ignored) {
    const auto before = std::signal(SIGHUP, SIG_IGN); // as nohup does
    {
        SignalStop stop(orphans_);
        std::raise(SIGHUP);
        EXPECT_FALSE(stop.token().requested());
        EXPECT_FALSE(is_blocked(SIGHUP));
    }
    std::signal(SIGHUP, before);
}

TEST_F(SignalStopTest, signal_that_another_object_watches_for_is_left_to_it) {
    const SignalStop stop(orphans_, SIGUSR1);
    EXPECT_FALSE(is_blocked(SIGUSR1));
    EXPECT_TRUE(is_blocked(SIGUSR2));
}

TEST_F(SignalStopTest, after_it_signals_end_the_process_again_and_those_that_came_are_forgotten) {
    {
        const SignalStop stop(orphans_);
        std::raise(SIGTERM); // nobody asks for it; it would end this process now
        std::raise(SIGHUP);
    }
    for (const int signal : deadly_signals()) {
        EXPECT_FALSE(is_blocked(signal)) << signal;
    }
}

TEST_F(SignalStopTest, signal_from_an_agent_is_ignored_and_reported) {
    SignalStop stop(orphans_);
    const StopToken token = stop.token();
    Spawner spawner;
    // The sender is a grandchild, which still runs when its descent is read. The shell's own `kill` is no
    // process.
    Process process(spawner, shell("sh -c \"kill -TERM " + std::to_string(::getpid()) + "; sleep 1000\"; :"),
                    0);
    ASSERT_TRUE(becomes_readable(token.fd));
    EXPECT_FALSE(token.requested());
    EXPECT_FALSE(stop.received());
    ASSERT_EQ(stop.ignored().size(), 1u);
    EXPECT_THAT(stop.ignored()[0], HasSubstr("SIGTERM from process "));

    std::raise(SIGINT); // the next one counts
    EXPECT_TRUE(token.requested());
    EXPECT_EQ(stop.received(), SIGINT);
    process.kill();
    EXPECT_EQ(process.reap().exit, "killed by referee");
}

} // namespace

namespace {

TEST(SignalRequest, is_taken_once_and_does_not_end_the_program) {
    SignalRequest request(SIGUSR1);
    EXPECT_FALSE(request.take());
    std::raise(SIGUSR1);
    EXPECT_TRUE(request.take());
    EXPECT_FALSE(request.take());
}

} // namespace
} // namespace referee
