#include "referee/base/user_error.hpp"
#include "referee/talk/agent_processes.hpp"
#include "tests/referee/talk/shell_agents.hpp"

#include <gtest/gtest.h>

#include <optional>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

namespace referee {
namespace {

using namespace std::chrono_literals;
using namespace testing_support;

using AgentProcessesTest = ShellAgentsTest;

// ---- Many games

const std::string kPlaysOn =
    "n=0; while read word rest; do case $word in READY) n=$((n+1)); echo OK $n $REFEREE_SEED;; "
    "PID) echo $$;; DIE) exit 0;; FINISH) exit 5;; esac; done";

class ManyGamesTest : public ShellAgentsTest {
  protected:
    void start(int first, int second) {
        agents_->start({Launch{&programs_.first, std::uint64_t(first), first},
                        Launch{&programs_.second, std::uint64_t(second), second}});
    }
    PerSide<std::string> ready() {
        PerSide<Reply> replies = agents_->ask_both(ready_questions());
        return {line(replies.first), line(replies.second)};
    }
    PerSide<Departure> finish(const PerSide<bool>& keeps) {
        return agents_->finish({keeps.first ? "" : "FINISH\n", keeps.second ? "" : "FINISH\n"}, keeps);
    }

    void TearDown() override {
        agents_.reset();
        ShellAgentsTest::TearDown();
    }

    PerSide<Program> programs_{shell(kPlaysOn), shell(kPlaysOn)};
    Orphans orphans_;
    std::optional<AgentProcesses> agents_{std::in_place, ended_within(20s), StopToken{}, orphans_};
};

TEST_F(ManyGamesTest, process_that_is_kept_plays_the_next_game_on_either_side) {
    start(1, 2);
    EXPECT_TRUE(agents_->is_new(Side::First) && agents_->is_new(Side::Second));
    EXPECT_EQ(ready(), (PerSide<std::string>{"OK 1 1", "OK 1 2"}));
    const auto departures = finish({true, true});
    EXPECT_EQ(departures.first.exit, kKept);
    EXPECT_EQ(departures.second.exit, kKept);
    start(2, 1);
    EXPECT_FALSE(agents_->is_new(Side::First) || agents_->is_new(Side::Second));
    EXPECT_EQ(ready(), (PerSide<std::string>{"OK 2 2", "OK 2 1"}));
    const auto last = finish({true, false});
    EXPECT_EQ(last.first.exit, kKept);
    EXPECT_EQ(last.second.exit, "exited 5");
    start(1, 2);
    EXPECT_TRUE(agents_->is_new(Side::First));
    EXPECT_FALSE(agents_->is_new(Side::Second));
    EXPECT_EQ(ready(), (PerSide<std::string>{"OK 1 1", "OK 3 2"}));
}

TEST_F(ManyGamesTest, process_that_died_since_its_last_game_is_replaced) {
    start(1, 2);
    static_cast<void>(ready());
    const Watched second(std::stoi(line(agents_->ask(Side::Second, {.message = "PID\n", .limit = kLong}))));
    static_cast<void>(agents_->finish({"", "DIE\n"}, {true, true}));
    ASSERT_TRUE(second.ends());
    start(1, 2);
    EXPECT_EQ(agents_->replaced(1), 0);
    EXPECT_EQ(agents_->replaced(2), 1);
    EXPECT_TRUE(agents_->is_new(Side::Second));
    EXPECT_EQ(ready(), (PerSide<std::string>{"OK 2 1", "OK 1 2"}));
}

/// The third time the dead process stays, and is at fault.
TEST_F(ManyGamesTest, process_that_dies_after_each_of_three_games_is_a_fault) {
    start(1, 2);
    for (int death = 1; death <= 3; ++death) {
        EXPECT_EQ(ready().first.substr(0, 2), "OK") << death;
        const Watched first(std::stoi(line(agents_->ask(Side::First, {.message = "PID\n", .limit = kLong}))));
        static_cast<void>(agents_->finish({"DIE\n", ""}, {true, true}));
        ASSERT_TRUE(first.ends());
        start(1, 2);
        EXPECT_EQ(agents_->replaced(1), death < 3 ? 1 : 0);
    }
    EXPECT_EQ(fault(agents_->ask_both(ready_questions()).first), Termination::Crashed);
    EXPECT_FALSE(agents_->is_new(Side::First));
    EXPECT_FALSE(agents_->replace(Side::First));
    static_cast<void>(finish({false, true}));
    start(1, 2);
    EXPECT_EQ(ready().first, "OK 1 1") << "the next game starts a new one";
}

TEST_F(ManyGamesTest, third_death_in_a_row_is_not_replaced) {
    start(1, 2);
    EXPECT_TRUE(agents_->replace(Side::First));
    EXPECT_TRUE(agents_->replace(Side::First));
    EXPECT_FALSE(agents_->replace(Side::First));
    EXPECT_EQ(agents_->replaced(1), 2);
}

// ---- The end

TEST_F(AgentProcessesTest, finish_says_the_last_words_and_waits_for_the_exit) {
    ShellAgents talk(ready_then("read a; read b; [ \"$a/$b\" = 'OPP 1 1 2 2 0/FINISH' ] && exit 7; exit 1"),
                     ready_then("read a; [ \"$a\" = FINISH ] && exit 8; exit 1"), ended_within(20s));
    talk.ready();
    const auto begin = SteadyTime::now();
    const auto departures = talk.agents().finish({"OPP 1 1 2 2 0\nFINISH\n", "FINISH\n"}, {});
    EXPECT_EQ(departures.first.exit, "exited 7");
    EXPECT_EQ(departures.second.exit, "exited 8");
    EXPECT_LT(SteadyTime::now() - begin, 15s); // the exits end the wait
}

TEST_F(AgentProcessesTest, agent_that_plays_no_more_games_hears_the_last_word_of_its_protocol) {
    const TemporaryDir dir;
    for (const auto& [protocol, word] :
         {std::pair{Protocol::Native, "FINISH\n"}, {Protocol::Uai, "quit\n"}, {Protocol::Uci, "quit\n"}}) {
        const std::string file = (dir / std::string(name(protocol))).string();
        {
            ShellAgents talk("read word; echo $word >" + file, kGood, ended_within(20s), {},
                             {.protocol = protocol});
            talk.agents().finish({}, {true, true});
        }
        EXPECT_EQ(content_of(file), word) << name(protocol);
    }
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
