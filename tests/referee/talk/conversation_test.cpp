#include "referee/talk/agent_processes.hpp"
#include "tests/referee/talk/shell_agents.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <thread>
#include <vector>

#include <sys/eventfd.h>

namespace referee {
namespace {

using namespace std::chrono_literals;
using namespace testing_support;

using ConversationTest = ShellAgentsTest;

// ---- Answers

TEST_F(ConversationTest, agents_answer_ready_turns_and_finish) {
    ShellAgents talk(kGood);
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
    EXPECT_EQ(departures.first.exit, "exited 0");
    EXPECT_EQ(departures.second.exit, "exited 0");
    EXPECT_EQ(departures.first.stderr_tail, "");
}

TEST_F(ConversationTest, each_side_gets_its_message_and_its_seed) {
    const std::string echo = "while read line; do echo \"$REFEREE_SEED $line\"; done";
    ShellAgents talk(echo, echo);
    const auto replies = talk.ask_ready();
    EXPECT_EQ(line(replies.first), "11 READY FIRST");
    EXPECT_EQ(line(replies.second), "22 READY SECOND");
    EXPECT_EQ(line(talk.agents().ask(Side::Second, {.message = "TURN 1 2\n", .limit = kLong})),
              "22 TURN 1 2");
    EXPECT_EQ(line(talk.agents().ask(Side::First, {.message = "TURN 3 4\n", .limit = kLong})), "11 TURN 3 4");
}

TEST_F(ConversationTest, each_game_has_new_processes) {
    const Program program = shell("read ready; echo $$");
    Orphans orphans;
    AgentProcesses agents(ended_within(20s), {}, orphans);
    std::vector<std::string> seen;
    for (int game = 0; game < 3; ++game) {
        agents.start({Launch{&program, 1, 1}, Launch{&program, 2, 2}});
        for (const Reply& reply : in_order(agents.ask_both(ready_questions()))) {
            EXPECT_THAT(seen, testing::Not(testing::Contains(line(reply))));
            seen.push_back(line(reply));
        }
        EXPECT_EQ(agents.finish({"FINISH\n", "FINISH\n"}, {}).first.exit, "exited 0");
    }
}

TEST_F(ConversationTest, faults_of_one_game_do_not_affect_the_next) {
    const Program bad = shell("echo unasked; echo mess >&2");
    const Program good = shell(kGood);
    Orphans orphans;
    AgentProcesses agents(ended_within(20s), {}, orphans);
    agents.start({Launch{&bad, 1, 1}, Launch{&bad, 2, 2}});
    static_cast<void>(agents.ask_both(ready_questions()));
    static_cast<void>(agents.ask(Side::First, {.message = "TURN 1 1\n", .limit = kLong}));
    static_cast<void>(agents.finish({"", ""}, {}));
    agents.start({Launch{&good, 1, 1}, Launch{&good, 2, 2}});
    for (const Reply& reply : in_order(agents.ask_both(ready_questions()))) {
        EXPECT_EQ(line(reply), "OK");
    }
    EXPECT_EQ(line(agents.ask(Side::First, {.message = "TURN 1 1\n", .limit = kLong})), "MOVE 1 1 2 2");
    EXPECT_EQ(agents.finish({"FINISH\n", "FINISH\n"}, {}).first.stderr_tail, "");
}

TEST_F(ConversationTest, answer_may_come_in_pieces) {
    const Gate gate(dir_);
    // The other agent answers between the two pieces, so they cannot come in one read.
    ShellAgents talk("read r; printf O; " + gate.open() + "printf 'K and'; sleep 0.05; echo ' more'",
                     "read r; " + gate.pass() + "echo OK");
    const auto replies = talk.ask_ready();
    EXPECT_EQ(line(replies.first), "OK and more");
    EXPECT_GE(replies.first.elapsed, 50ms);
    EXPECT_EQ(line(replies.second), "OK");
}

TEST_F(ConversationTest, elapsed_is_the_time_of_the_answer) {
    ShellAgents talk(ready_then("read t; sleep 0.2; echo MOVE"));
    talk.ready();
    const Reply reply = talk.ask(Side::First);
    EXPECT_EQ(line(reply), "MOVE");
    EXPECT_GE(reply.elapsed, 200ms);
    EXPECT_LT(reply.elapsed, 10s);
}

TEST_F(ConversationTest, message_larger_than_the_pipe_is_delivered) {
    ShellAgents talk(ready_then("n=$(head -n 1 | wc -c); echo $n"));
    talk.ready();
    const std::string message = std::string(300'000, 'm') + "\n";
    EXPECT_EQ(line(talk.agents().ask(Side::First, {.message = message, .limit = kLong})), "300001");
}

// ---- Time

TEST_F(ConversationTest, silence_is_a_timeout) {
    ShellAgents talk(ready_then("sleep 1000"));
    talk.ready();
    const Reply reply = talk.ask(Side::First, 100ms);
    EXPECT_EQ(line(reply), "fault: timeout: sent no answer in time");
    EXPECT_GT(reply.elapsed, 100ms);
    EXPECT_LT(reply.elapsed, 10s);
}

TEST_F(ConversationTest, incoming_bytes_do_not_move_the_deadline) {
    // The line would reach its limit after more than five seconds.
    ShellAgents talk(ready_then("read t; while :; do printf x; sleep 0.02; done"));
    talk.ready();
    const Reply reply = talk.ask(Side::First, 200ms);
    EXPECT_EQ(fault(reply), Termination::Timeout) << line(reply);
    EXPECT_GT(reply.elapsed, 200ms);
    EXPECT_LT(reply.elapsed, 4s);
}

TEST_F(ConversationTest, agent_that_keeps_the_referee_busy_gains_no_time) {
    for (const char* noise : {"cat /dev/zero >&2", "while :; do echo noise >&2; done"}) {
        ShellAgents talk(ready_then(noise));
        talk.ready();
        const Reply reply = talk.ask(Side::First, 200ms);
        EXPECT_EQ(fault(reply), Termination::Timeout) << line(reply);
        EXPECT_LT(reply.elapsed, 10s);
    }
}

TEST_F(ConversationTest, late_answer_is_a_timeout) {
    ShellAgents talk(ready_then("read t; sleep 0.3; echo MOVE 1 1 2 2"));
    talk.ready();
    EXPECT_EQ(fault(talk.ask(Side::First, 100ms)), Termination::Timeout);
}

TEST_F(ConversationTest, limit_of_zero_is_a_timeout) {
    ShellAgents talk(ready_then("sleep 1000"));
    talk.ready();
    EXPECT_EQ(fault(talk.ask(Side::First, 0ns)), Termination::Timeout);
}

TEST_F(ConversationTest, each_agent_has_its_own_time_to_get_ready) {
    ShellAgents talk("sleep 1000", "read r; echo OK");
    const auto replies = talk.ask_ready(2s);
    EXPECT_EQ(fault(replies.first), Termination::Timeout);
    EXPECT_EQ(line(replies.second), "OK");
    EXPECT_LT(replies.second.elapsed, 2s);
}

// ---- Being stopped

TEST_F(ConversationTest, stop_ends_the_wait_for_an_answer) {
    const Gate gate(dir_);
    const Descriptor event(::eventfd(0, EFD_CLOEXEC));
    ShellAgents talk(ready_then("read t; " + gate.open() + "sleep 1000"), kGood, ended_within(20s),
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
    // The stop also cuts the time to finish short.
    const auto begin = SteadyTime::now();
    EXPECT_EQ(talk.finish().first.exit, "killed by referee");
    EXPECT_LT(SteadyTime::now() - begin, 15s);
}

TEST_F(ConversationTest, stop_ends_the_wait_for_ready) {
    const Descriptor event(::eventfd(1, EFD_CLOEXEC));
    ShellAgents talk("sleep 1000", "sleep 1000", ended_within(20s), StopToken{.fd = event.fd()});
    for (const Reply& reply : in_order(talk.ask_ready())) {
        EXPECT_EQ(line(reply), "stopped");
    }
}

// ---- Many at once

TEST_F(ConversationTest, threads_leak_no_descriptors_into_agents_of_others) {
    const std::string script = "read ready; " + kFindLeaks + "echo \"leaks:$leaks\"; read f";
    std::vector<std::thread> threads;
    Orphans orphans;
    for (int t = 0; t < 8; ++t) {
        threads.emplace_back([&] {
            const Program program = shell(script);
            AgentProcesses agents(ended_within(20s), {}, orphans);
            for (int round = 0; round < 5; ++round) {
                agents.start({Launch{&program, 1, 1}, Launch{&program, 2, 2}});
                for (const Reply& reply : in_order(agents.ask_both(ready_questions(4 * kLong)))) {
                    EXPECT_EQ(line(reply), "leaks:");
                }
                EXPECT_EQ(agents.finish({"FINISH\n", "FINISH\n"}, {}).first.exit, "exited 0");
            }
        });
    }
    for (std::thread& thread : threads) {
        thread.join();
    }
}

} // namespace
} // namespace referee
