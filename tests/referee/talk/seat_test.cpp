#include "referee/talk/seat.hpp"
#include "tests/referee/process/shell.hpp"
#include "tests/referee/talk/shell_agents.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <csignal>
#include <memory>
#include <optional>
#include <string>

#include <sys/wait.h>

namespace referee {

namespace {

using namespace std::chrono_literals;
using namespace testing_support;

using SeatTest = ShellAgentsTest;

/// A seat with a process, and what drains it.
struct Drained {
    explicit Drained(const std::string& script, std::size_t stderr_bytes = 1000)
        : drain(stderr_bytes, trace) {
        seat.process = std::make_unique<Process>(spawner, shell(script), 1);
        trace.begin({1, 2});
    }

    Spawner spawner;
    Trace trace{true};
    Seat seat;
    Drain drain;
};

// ---- Reading what nobody asked for

TEST_F(SeatTest, output_is_read_without_waiting_and_its_end_is_noted) {
    const Gate gate(dir_);
    Drained drained(gate.pass() + "echo hello");
    EXPECT_EQ(drained.drain.output(drained.seat), "");
    EXPECT_FALSE(drained.seat.out_closed) << "nothing has come yet";
    gate.open_here();
    ASSERT_TRUE(becomes_readable(drained.seat.process->out()));
    EXPECT_EQ(drained.drain.output(drained.seat), "hello\n");
    EXPECT_FALSE(drained.seat.out_closed);
    ASSERT_TRUE(becomes_readable(drained.seat.process->out()));
    EXPECT_EQ(drained.drain.output(drained.seat), "");
    EXPECT_TRUE(drained.seat.out_closed);
    EXPECT_FALSE(drained.seat.err_closed);
    EXPECT_THAT(drained.trace.text(), testing::EndsWith(" < 1 hello\n"));
}

TEST_F(SeatTest, errors_are_read_without_waiting_and_their_end_is_noted) {
    const Gate gate(dir_);
    Drained drained(gate.pass() + "echo oops >&2");
    EXPECT_FALSE(drained.drain.errors(drained.seat));
    EXPECT_FALSE(drained.seat.err_closed) << "nothing has come yet";
    gate.open_here();
    ASSERT_TRUE(becomes_readable(drained.seat.process->err()));
    EXPECT_TRUE(drained.drain.errors(drained.seat));
    ASSERT_TRUE(becomes_readable(drained.seat.process->exited()));
    EXPECT_FALSE(drained.drain.errors(drained.seat));
    EXPECT_TRUE(drained.seat.err_closed);
    EXPECT_FALSE(drained.seat.out_closed);
    EXPECT_THAT(drained.trace.text(), testing::EndsWith(" ! 1 oops\n"));
}

TEST_F(SeatTest, last_errors_are_the_end_of_all_and_told_once) {
    for (const auto& [kept, expected] :
         {std::pair<std::size_t, std::string>(5, "56789"), {10, "0123456789"}, {11, "0123456789"}, {0, ""}}) {
        Drained drained("printf 01234 >&2; printf 56789 >&2", kept);
        ASSERT_TRUE(becomes_readable(drained.seat.process->exited()));
        EXPECT_EQ(drained.drain.last_errors(drained.seat), expected);
        EXPECT_EQ(drained.drain.last_errors(drained.seat), "");
    }
}

TEST_F(SeatTest, end_of_a_flood_of_standard_error_is_kept) {
    const std::string flood = "head -c 1048576 /dev/zero | tr '\\0' e >&2; echo the end >&2; ";
    for (const std::size_t kept : {std::size_t{64 * 1024}, std::size_t{1000}}) {
        ShellAgents talk(ready_then("read t; " + flood + "echo MOVE 1 1 2 2; read f; exit 0"), kGood,
                         ended_within(10s, kept));
        talk.ready();
        EXPECT_EQ(line(talk.ask(Side::First)), "MOVE 1 1 2 2");
        const auto departures = talk.finish();
        EXPECT_EQ(departures.first.exit, "exited 0");
        EXPECT_EQ(departures.first.stderr_tail, std::string(kept - 8, 'e') + "the end\n");
        EXPECT_EQ(departures.second.stderr_tail, "");
    }
}

TEST_F(SeatTest, standard_error_is_kept_unchanged) {
    ShellAgents talk(ready_then("read f; printf 'bye \\377\\001' >&2; exit 2"));
    talk.ready();
    const auto departures = talk.finish();
    EXPECT_EQ(departures.first.exit, "exited 2");
    EXPECT_EQ(departures.first.stderr_tail, "bye \xff\x01");
}

// ---- Holding

TEST(Holder, never_holds_an_agent_without_a_cell) {
    Holder holder;
    holder.game_begins({nullptr, nullptr});
    for (const Side mover : kSides) {
        holder.turn_begins(mover);
        EXPECT_EQ(holder.next_look(), std::chrono::nanoseconds::max()) << "there is nobody to hold";
        holder.turn_lasts(1s);
        holder.turn_ends({.watched = 1s, .rival_cpu = 1s});
    }
}

// ---- The end

TEST_F(SeatTest, flood_after_finish_does_not_delay_the_exit) {
    ShellAgents talk(ready_then("read f; head -c 1048576 /dev/zero >&2; head -c 1048576 /dev/zero; exit 6"),
                     kGood, ended_within(20s));
    talk.ready();
    EXPECT_EQ(talk.finish().first.exit, "exited 6");
}

// Children of the agents hold the pipes open, so only the exits are seen.
TEST_F(SeatTest, agent_that_has_exited_is_not_waited_for) {
    ShellAgents talk("sleep 1000 & exit 3", "sleep 1000 & exit 4", ended_within(20s));
    for (const Reply& reply : in_order(talk.ask_ready())) {
        EXPECT_EQ(fault(reply), Termination::Crashed);
    }
    const auto begin = SteadyTime::now();
    const auto departures = talk.finish();
    EXPECT_EQ(departures.first.exit, "exited 3");
    EXPECT_EQ(departures.second.exit, "exited 4");
    EXPECT_LT(SteadyTime::now() - begin, 15s);
}

TEST_F(SeatTest, agent_that_ignores_everything_is_killed) {
    const std::string deaf = "trap '' TERM INT HUP; read ready; echo OK; while :; do sleep 1; done";
    ShellAgents talk(deaf, deaf, ended_within(150ms));
    talk.ready();
    const auto begin = SteadyTime::now();
    const auto departures = talk.finish();
    const auto took = SteadyTime::now() - begin;
    EXPECT_EQ(departures.first.exit, "killed by referee");
    EXPECT_EQ(departures.second.exit, "killed by referee");
    EXPECT_GE(took, 150ms);
    EXPECT_LT(took, 10s);
}

TEST_F(SeatTest, agent_that_ignores_finish_gets_sigterm_first) {
    bool has_gone_by_itself = false;
    for (int attempt = 0; attempt < 10 && !has_gone_by_itself;
         ++attempt) { // on a busy machine the agent may be too slow
        ShellAgents talk("trap 'exit 9' TERM; read ready; echo OK; while :; do sleep 0.01; done",
                         ready_then("while :; do sleep 0.01; done"), ended_within(50ms));
        talk.ready();
        const auto departures = talk.finish();
        has_gone_by_itself = departures.first.exit == "exited 9";
        EXPECT_EQ(departures.second.exit, "killed by referee");
    }
    EXPECT_TRUE(has_gone_by_itself);
}

} // namespace

namespace {

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
