#include "referee/base/user_error.hpp"
#include "referee/talk/agent_processes.hpp"
#include "tests/referee/talk/shell_agents.hpp"

#include <gtest/gtest.h>

#include <sstream>
#include <vector>

namespace referee {
namespace {

using namespace std::chrono_literals;
using namespace testing_support;

using AgentProcessesTest = ShellAgentsTest;

// ---- Standard error

TEST_F(AgentProcessesTest, end_of_a_flood_of_standard_error_is_kept) {
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

TEST_F(AgentProcessesTest, standard_error_is_kept_unchanged) {
    ShellAgents talk(ready_then("read f; printf 'bye \\377\\001' >&2; exit 2"));
    talk.ready();
    const auto departures = talk.finish();
    EXPECT_EQ(departures.first.exit, "exited 2");
    EXPECT_EQ(departures.first.stderr_tail, "bye \xff\x01");
}

TEST_F(AgentProcessesTest, flood_after_finish_does_not_delay_the_exit) {
    ShellAgents talk(ready_then("read f; head -c 1048576 /dev/zero >&2; head -c 1048576 /dev/zero; exit 6"),
                     kGood, ended_within(20s));
    talk.ready();
    EXPECT_EQ(talk.finish().first.exit, "exited 6");
}

// ---- The end

TEST_F(AgentProcessesTest, finish_says_the_last_words_and_waits_for_the_exit) {
    ShellAgents talk(ready_then("read a; read b; [ \"$a/$b\" = 'OPP 1 1 2 2 0/FINISH' ] && exit 7; exit 1"),
                     ready_then("read a; [ \"$a\" = FINISH ] && exit 8; exit 1"), ended_within(20s));
    talk.ready();
    const auto begin = SteadyTime::now();
    const auto departures = talk.agents().finish({"OPP 1 1 2 2 0\nFINISH\n", "FINISH\n"});
    EXPECT_EQ(departures.first.exit, "exited 7");
    EXPECT_EQ(departures.second.exit, "exited 8");
    EXPECT_LT(SteadyTime::now() - begin, 15s); // the exits end the wait
}

// Children of the agents hold the pipes open, so only the exits are seen.
TEST_F(AgentProcessesTest, agent_that_has_exited_is_not_waited_for) {
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

TEST_F(AgentProcessesTest, agent_that_ignores_everything_is_killed) {
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

TEST_F(AgentProcessesTest, agent_that_ignores_finish_gets_sigterm_first) {
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

TEST_F(AgentProcessesTest, signals_of_the_agent_are_named) {
    ShellAgents talk(ready_then("read f; kill -USR2 $$"), ready_then("read f; kill -KILL $$"),
                     ended_within(20s));
    talk.ready();
    const auto departures = talk.finish();
    EXPECT_EQ(departures.first.exit, "signal 12");
    EXPECT_EQ(departures.second.exit, "signal 9");
}

TEST_F(AgentProcessesTest, finish_leaves_nothing_running) {
    ShellAgents talk("sleep 1000 & read r; echo $$ $!; read f; exit 0",
                     "trap '' TERM; sleep 1000 & read r; echo $$ $!; while :; do sleep 1; done",
                     ended_within(100ms));
    std::vector<Watched> processes;
    for (const Reply& reply : in_order(talk.ask_ready())) {
        std::istringstream numbers(line(reply));
        for (pid_t pid = 0; numbers >> pid;) {
            processes.emplace_back(pid);
        }
    }
    ASSERT_EQ(processes.size(), 4U);
    const auto departures = talk.finish();
    EXPECT_EQ(departures.second.exit, "killed by referee"); // the first has exited, its child has not
    for (const Watched& process : processes) {
        EXPECT_TRUE(process.ends());
    }
}

TEST_F(AgentProcessesTest, destructor_leaves_nothing_running) {
    std::vector<Watched> processes;
    {
        ShellAgents talk("sleep 1000 & read r; echo $$ $!; wait");
        const auto replies = talk.ask_ready();
        std::istringstream numbers(line(replies.first));
        for (pid_t pid = 0; numbers >> pid;) {
            processes.emplace_back(pid);
        }
    }
    ASSERT_EQ(processes.size(), 2U);
    for (const Watched& process : processes) {
        EXPECT_TRUE(process.ends());
    }
}

#ifndef __SANITIZE_THREAD__ // under which the launcher forks and does not see that exec failed
TEST_F(AgentProcessesTest, first_agent_does_not_run_when_the_second_cannot_start) {
    const Program good = shell("sleep 1000");
    const Program bad{.executable = "/nowhere/agent", .words = {"agent"}, .dir = {}, .variables = {}};
    Orphans orphans;
    AgentProcesses agents({}, {}, orphans);
    EXPECT_THROW(agents.start({Launch{&good, 1, 1}, Launch{&bad, 2, 2}}), UserError);
    EXPECT_TRUE(has_no_children());
}
#endif

} // namespace
} // namespace referee
