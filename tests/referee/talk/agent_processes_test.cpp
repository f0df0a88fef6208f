#include "referee/talk/agent_processes.hpp"
#include "tests/referee/talk/conversation.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <thread>
#include <vector>

#include <sys/eventfd.h>

namespace referee {
namespace {

using namespace std::chrono_literals;
using namespace testing_support;

// ---- Answers

TEST_F(AgentProcessesTest, a_whole_conversation) {
    Conversation talk(kGood);
    talk.ready();
    for (int round = 0; round < 3; ++round) {
        for (const Side side : {Side::First, Side::Second}) {
            const Reply reply = talk.ask(side);
            EXPECT_EQ(line(reply), "MOVE 1 1 2 2");
            EXPECT_GT(reply.elapsed, 0ns);
            EXPECT_LT(reply.elapsed, kLong);
        }
    }
    const auto departures = talk.finish();
    EXPECT_EQ(departures[0].exit, "exited 0");
    EXPECT_EQ(departures[1].exit, "exited 0");
    EXPECT_EQ(departures[0].stderr_tail, "");
}

TEST_F(AgentProcessesTest, messages_and_seeds_go_to_the_right_side) {
    const std::string echo = "while read line; do echo \"$REFEREE_SEED $line\"; done";
    Conversation talk(echo, echo);
    const auto replies = talk.agents().ask_both({"READY FIRST\n", "READY SECOND\n"}, kLong);
    EXPECT_EQ(line(replies[0]), "11 READY FIRST");
    EXPECT_EQ(line(replies[1]), "22 READY SECOND");
    EXPECT_EQ(line(talk.agents().ask(Side::Second, "TURN 1 2\n", kLong)), "22 TURN 1 2");
    EXPECT_EQ(line(talk.agents().ask(Side::First, "TURN 3 4\n", kLong)), "11 TURN 3 4");
}

TEST_F(AgentProcessesTest, one_game_after_another_with_fresh_processes) {
    const Program program = shell("read ready; echo $$");
    Orphans orphans;
    AgentProcesses agents(seen_off_within(20s), {}, orphans);
    std::vector<std::string> seen;
    for (int game = 0; game < 3; ++game) {
        agents.start({Launch{&program, 1, 1}, Launch{&program, 2, 2}});
        for (const Reply& reply : agents.ask_both({"READY FIRST\n", "READY SECOND\n"}, kLong)) {
            EXPECT_THAT(seen, testing::Not(testing::Contains(line(reply))));
            seen.push_back(line(reply));
        }
        EXPECT_EQ(agents.finish({"FINISH\n", "FINISH\n"})[0].exit, "exited 0");
    }
}

TEST_F(AgentProcessesTest, nothing_of_one_game_is_held_against_the_next) {
    const Program bad = shell("echo unasked; echo mess >&2");
    const Program good = shell(kGood);
    Orphans orphans;
    AgentProcesses agents(seen_off_within(20s), {}, orphans);
    agents.start({Launch{&bad, 1, 1}, Launch{&bad, 2, 2}});
    static_cast<void>(agents.ask_both({"READY FIRST\n", "READY SECOND\n"}, kLong));
    static_cast<void>(agents.ask(Side::First, "TURN 1 1\n", kLong));
    static_cast<void>(agents.finish({"", ""}));
    agents.start({Launch{&good, 1, 1}, Launch{&good, 2, 2}});
    for (const Reply& reply : agents.ask_both({"READY FIRST\n", "READY SECOND\n"}, kLong)) {
        EXPECT_EQ(line(reply), "OK");
    }
    EXPECT_EQ(line(agents.ask(Side::First, "TURN 1 1\n", kLong)), "MOVE 1 1 2 2");
    EXPECT_EQ(agents.finish({"FINISH\n", "FINISH\n"})[0].stderr_tail, "");
}

TEST_F(AgentProcessesTest, an_answer_may_come_in_pieces) {
    const Gate gate(dir_);
    // The pieces are apart for certain: the other agent has been asked and has answered in between.
    Conversation talk("read r; printf O; " + gate.open() + "printf 'K and'; sleep 0.05; echo ' more'",
                      "read r; " + gate.pass() + "echo OK");
    const auto replies = talk.agents().ask_both({"READY FIRST\n", "READY SECOND\n"}, kLong);
    EXPECT_EQ(line(replies[0]), "OK and more");
    EXPECT_GE(replies[0].elapsed, 50ms);
    EXPECT_EQ(line(replies[1]), "OK");
}

TEST_F(AgentProcessesTest, time_is_what_the_answer_took) {
    Conversation talk(ready_then("read t; sleep 0.2; echo MOVE"));
    talk.ready();
    const Reply reply = talk.ask(Side::First);
    EXPECT_EQ(line(reply), "MOVE");
    EXPECT_GE(reply.elapsed, 200ms);
    EXPECT_LT(reply.elapsed, 10s);
}

TEST_F(AgentProcessesTest, a_message_larger_than_the_pipe_is_delivered) {
    Conversation talk(ready_then("n=$(head -n 1 | wc -c); echo $n"));
    talk.ready();
    const std::string message = std::string(300'000, 'm') + "\n";
    EXPECT_EQ(line(talk.agents().ask(Side::First, message, kLong)), "300001");
}

// ---- Time

TEST_F(AgentProcessesTest, silence_is_a_timeout) {
    Conversation talk(ready_then("sleep 1000"));
    talk.ready();
    const Reply reply = talk.ask(Side::First, 100ms);
    EXPECT_EQ(line(reply), "fault: timeout: sent no answer in time");
    EXPECT_GT(reply.elapsed, 100ms);
    EXPECT_LT(reply.elapsed, 10s);
}

TEST_F(AgentProcessesTest, bytes_that_arrive_do_not_move_the_deadline) {
    // Would reach the limit of a line after more than five seconds.
    Conversation talk(ready_then("read t; while :; do printf x; sleep 0.02; done"));
    talk.ready();
    const Reply reply = talk.ask(Side::First, 200ms);
    EXPECT_EQ(Conversation::fault(reply), Termination::Timeout) << line(reply);
    EXPECT_GT(reply.elapsed, 200ms);
    EXPECT_LT(reply.elapsed, 4s);
}

TEST_F(AgentProcessesTest, an_agent_that_keeps_us_busy_gains_no_time) {
    for (const char* noise : {"cat /dev/zero >&2", "while :; do echo noise >&2; done"}) {
        Conversation talk(ready_then(noise));
        talk.ready();
        const Reply reply = talk.ask(Side::First, 200ms);
        EXPECT_EQ(Conversation::fault(reply), Termination::Timeout) << line(reply);
        EXPECT_LT(reply.elapsed, 10s);
    }
}

TEST_F(AgentProcessesTest, a_late_answer_is_a_timeout) {
    Conversation talk(ready_then("read t; sleep 0.3; echo MOVE 1 1 2 2"));
    talk.ready();
    EXPECT_EQ(Conversation::fault(talk.ask(Side::First, 100ms)), Termination::Timeout);
}

TEST_F(AgentProcessesTest, no_time_at_all_is_a_timeout) {
    Conversation talk(ready_then("sleep 1000"));
    talk.ready();
    EXPECT_EQ(Conversation::fault(talk.ask(Side::First, 0ns)), Termination::Timeout);
}

TEST_F(AgentProcessesTest, each_has_its_own_time_to_get_ready) {
    Conversation talk("sleep 1000", "read r; echo OK");
    const auto replies = talk.agents().ask_both({"READY FIRST\n", "READY SECOND\n"}, 2s);
    EXPECT_EQ(Conversation::fault(replies[0]), Termination::Timeout);
    EXPECT_EQ(line(replies[1]), "OK");
    EXPECT_LT(replies[1].elapsed, 2s);
}

// ---- Being stopped

TEST_F(AgentProcessesTest, a_stop_ends_the_wait_for_an_answer) {
    const Gate gate(dir_);
    const Descriptor event(::eventfd(0, EFD_CLOEXEC));
    Conversation talk(ready_then("read t; " + gate.open() + "sleep 1000"), kGood, seen_off_within(20s),
                      StopToken{.fd = event.fd()});
    talk.ready();
    std::thread stopper([&] {
        gate.pass_here();
        EXPECT_EQ(::eventfd_write(event.fd(), 1), 0);
    });
    const Reply reply = talk.ask(Side::First);
    stopper.join();
    EXPECT_EQ(line(reply), "stopped");
    EXPECT_GT(reply.elapsed, 0ns);
    EXPECT_LT(reply.elapsed, kLong);
    // It also cuts the time to finish short, for the one that would sleep on; the other had its chance.
    const auto begin = SteadyTime::now();
    EXPECT_EQ(talk.finish()[0].exit, "killed by referee");
    EXPECT_LT(SteadyTime::now() - begin, 15s);
}

TEST_F(AgentProcessesTest, a_stop_ends_the_wait_for_ready) {
    const Descriptor event(::eventfd(1, EFD_CLOEXEC));
    Conversation talk("sleep 1000", "sleep 1000", seen_off_within(20s), StopToken{.fd = event.fd()});
    for (const Reply& reply : talk.agents().ask_both({"READY FIRST\n", "READY SECOND\n"}, kLong)) {
        EXPECT_EQ(line(reply), "stopped");
    }
}

// ---- Many at once

TEST_F(AgentProcessesTest, eight_threads_leak_no_descriptor_into_each_others_agents) {
    const std::string script = "read ready; " + kFindLeaks + "echo \"leaks:$leaks\"; read f";
    std::vector<std::thread> threads;
    Orphans orphans;
    for (int t = 0; t < 8; ++t) {
        threads.emplace_back([&] {
            const Program program = shell(script);
            AgentProcesses agents(seen_off_within(20s), {}, orphans);
            for (int round = 0; round < 5; ++round) {
                agents.start({Launch{&program, 1, 1}, Launch{&program, 2, 2}});
                for (const Reply& reply : agents.ask_both({"READY FIRST\n", "READY SECOND\n"}, 4 * kLong)) {
                    EXPECT_EQ(line(reply), "leaks:");
                }
                EXPECT_EQ(agents.finish({"FINISH\n", "FINISH\n"})[0].exit, "exited 0");
            }
        });
    }
    for (std::thread& thread : threads) {
        thread.join();
    }
}

} // namespace
} // namespace referee
