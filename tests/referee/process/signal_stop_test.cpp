#include "referee/process/process.hpp"
#include "referee/process/signal_stop.hpp"
#include "tests/referee/process/shell.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <csignal>

namespace referee {
namespace {

using namespace testing_support;
using ::testing::HasSubstr;

/// Signals stay blocked in the test program after the first SignalStop, so each test removes the signals that
/// it sent.
class SignalStopTest : public testing::Test {
  protected:
    Orphans orphans_;

    void TearDown() override {
        sigset_t both;
        sigemptyset(&both);
        sigaddset(&both, SIGINT);
        sigaddset(&both, SIGTERM);
        const timespec now{};
        while (::sigtimedwait(&both, nullptr, &now) > 0) {
        }
    }
};

TEST_F(SignalStopTest, no_stop_is_requested_before_a_signal) {
    SignalStop stop(orphans_);
    EXPECT_FALSE(stop.token().requested());
    EXPECT_FALSE(stop.received());
    EXPECT_FALSE(StopToken{}.requested());
}

TEST_F(SignalStopTest, stop_stays_requested_after_a_signal) {
    for (const int signal : {SIGINT, SIGTERM}) {
        SignalStop stop(orphans_);
        std::raise(signal); // this process does not descend from itself
        EXPECT_TRUE(stop.token().requested());
        EXPECT_TRUE(stop.token().requested()) << "it stays requested";
        EXPECT_TRUE(becomes_readable(stop.token().fd));
        EXPECT_EQ(stop.received(), signal);
        EXPECT_TRUE(stop.ignored().empty());
        TearDown();
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
} // namespace referee
