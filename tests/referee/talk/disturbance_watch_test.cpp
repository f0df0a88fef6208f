#include "referee/talk/disturbance_watch.hpp"
#include "tests/referee/process/shell.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <csignal>
#include <memory>
#include <optional>

#include <sys/wait.h>

namespace referee {
namespace {

using namespace std::chrono_literals;
using testing_support::has_no_children;
using testing_support::shell;

/// Tells what the test wants.
struct ToldStalls final : StallMeter {
    std::optional<std::chrono::nanoseconds> accounted() override { return 0ns; }
    Suspended suspended() override { return {was_suspended, was_suspended}; }
    Orphans::Continued continued() override { return was_continued; }

    std::chrono::nanoseconds was_suspended{0};
    Orphans::Continued was_continued;
};

Reply reply_of(Termination termination, std::chrono::nanoseconds elapsed = 1ms) {
    return {.what = AgentFault{termination, "why"}, .elapsed = elapsed, .load = {}};
}
Reply move_after(std::chrono::nanoseconds elapsed) {
    return {.what = Line("MOVE"), .elapsed = elapsed, .load = {}};
}

TEST(LostReply, is_one_that_is_late_or_of_an_agent_that_is_gone) {
    EXPECT_TRUE(is_lost(reply_of(Termination::Timeout)));
    EXPECT_TRUE(is_lost(reply_of(Termination::Crashed)));
    EXPECT_FALSE(is_lost(reply_of(Termination::ProtocolError)));
    EXPECT_FALSE(is_lost(move_after(1ms)));
    EXPECT_FALSE(is_lost({.what = Stopped{}, .elapsed = 1ms, .load = {}}));
}

/// Two agents that sleep, in a game that has begun.
class DisturbanceWatchTest : public testing::Test {
  protected:
    DisturbanceWatchTest() {
        for (const Side side : kSides) {
            seats_[side].side = side;
            seats_[side].process = std::make_unique<Process>(spawner_, shell("exec sleep 1000"), 1);
        }
    }
    void TearDown() override {
        seats_ = {};
        EXPECT_TRUE(has_no_children());
    }

    /// Signals an agent, and waits until the kernel tells of it; what stop_seen() is to tell stays.
    void signal(Side side, int number) {
        const pid_t pid = seats_[side].process->pid();
        ASSERT_EQ(::kill(pid, number), 0);
        siginfo_t info{};
        const int change = number == SIGCONT ? WCONTINUED : WSTOPPED;
        ASSERT_EQ(::waitid(P_PID, static_cast<id_t>(pid), &info, change | WNOWAIT), 0);
    }
    std::optional<Disturbance> seen(const Reply& reply, bool is_turn = true) {
        const auto disturbed = watch_.seen_in(reply, Side::First, is_turn);
        return disturbed ? std::optional(disturbed->what) : std::nullopt;
    }
    /// Something let the referee go on, now.
    void continue_referee() { meter_.was_continued.by_others = SteadyTime::now(); }

    static constexpr PerSide<bool> kBothFree{true, true};
    static constexpr PerSide<bool> kBothShutIn{false, false};

    Spawner spawner_;
    Orphans orphans_;
    PerSide<Seat> seats_;
    ToldStalls meter_;
    StallWatch stalls_{meter_};
    DisturbanceWatch watch_{seats_, stalls_, orphans_, {}};
};

TEST_F(DisturbanceWatchTest, nothing_disturbs_agents_that_nobody_stopped) {
    watch_.game_begins(kBothFree);
    for (const Reply& reply :
         {reply_of(Termination::Timeout), reply_of(Termination::Crashed), move_after(1s)}) {
        EXPECT_EQ(seen(reply), std::nullopt);
    }
}

TEST_F(DisturbanceWatchTest, stop_of_the_agent_alone_can_be_its_free_rivals_work) {
    watch_.game_begins(kBothFree);
    signal(Side::First, SIGSTOP);
    const auto disturbed = watch_.seen_in(reply_of(Termination::Timeout), Side::First, true);
    ASSERT_TRUE(disturbed);
    EXPECT_EQ(disturbed->what, Disturbance::Tampering);
    EXPECT_EQ(disturbed->reason, "the other agent was stopped by a signal");
    EXPECT_EQ(seen(reply_of(Termination::Timeout)), std::nullopt) << "each stop counts once";
}

TEST_F(DisturbanceWatchTest, stop_of_an_agent_whose_rival_is_shut_in_is_no_tampering) {
    watch_.game_begins({true, false});
    signal(Side::First, SIGSTOP);
    EXPECT_EQ(seen(move_after(1s)), std::nullopt);
}

TEST_F(DisturbanceWatchTest, stop_of_the_rival_disturbs_no_reply_of_the_agent) {
    watch_.game_begins(kBothFree);
    signal(Side::Second, SIGSTOP);
    EXPECT_EQ(seen(reply_of(Termination::Timeout)), std::nullopt);
}

TEST_F(DisturbanceWatchTest, stop_before_the_game_disturbs_nothing_in_it) {
    signal(Side::First, SIGSTOP);
    watch_.game_begins(kBothFree);
    EXPECT_EQ(seen(reply_of(Termination::Timeout)), std::nullopt);
}

TEST_F(DisturbanceWatchTest, stop_that_a_quick_turn_did_not_look_for_is_seen_in_the_next_loss) {
    watch_.game_begins(kBothFree);
    signal(Side::First, SIGSTOP);
    EXPECT_EQ(seen(move_after(1ms)), std::nullopt);
    EXPECT_EQ(seen(move_after(1s), false), std::nullopt) << "no turn";
    EXPECT_EQ(seen({.what = Stopped{}, .elapsed = 1s, .load = {}}), std::nullopt);
    EXPECT_EQ(seen(reply_of(Termination::Crashed)), Disturbance::Tampering);
}

TEST_F(DisturbanceWatchTest, stop_of_all_is_the_machines) {
    watch_.game_begins(kBothFree);
    signal(Side::First, SIGSTOP);
    signal(Side::Second, SIGSTOP);
    continue_referee();
    EXPECT_EQ(seen(reply_of(Termination::Timeout)), Disturbance::MachineSuspended);
}

TEST_F(DisturbanceWatchTest, machine_that_was_suspended_in_the_game_disturbs_it) {
    meter_.was_suspended = 1h;
    watch_.game_begins(kBothShutIn);
    EXPECT_EQ(seen(reply_of(Termination::Timeout)), std::nullopt) << "that was before";
    meter_.was_suspended += 10ms;
    EXPECT_EQ(seen(reply_of(Termination::Timeout)), Disturbance::MachineSuspended);
    EXPECT_EQ(seen(move_after(1s)), Disturbance::MachineSuspended) << "whatever the reply";
}

} // namespace
} // namespace referee
