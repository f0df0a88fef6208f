#include "referee/process/orphans.hpp"
#include "referee/process/process.hpp"
#include "tests/referee/process/shell.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <cstdlib>
#include <thread>

namespace referee {
namespace {

using namespace testing_support;

/// Starts a shell with REFEREE_SEED=`seed`, which starts a process in a new session and exits. That process
/// runs `script`; returns its number. It is an orphan of ours.
pid_t leave_orphan(Spawner& spawner, std::uint64_t seed, const std::string& script = "exec sleep 1000",
                   const std::string& begin = "setsid") {
    const std::string orphan = begin + " sh -c 'echo $$; exec >&- 2>&- <&-; " + script + "'";
    Process process(spawner, shell(orphan + " & read gone"),
                    seed); // the orphan has left the group when it writes its number
    EXPECT_TRUE(becomes_readable(process.out()));
    char text[32] = {};
    EXPECT_GT(::read(process.out(), text, sizeof text - 1), 0);
    EXPECT_EQ(::write(process.in(), "\n", 1), 1);
    EXPECT_TRUE(becomes_readable(process.exited()));
    EXPECT_EQ(process.reap().exit, "exited 0");
    return static_cast<pid_t>(std::atol(text));
}

class OrphansTest : public testing::Test {
  protected:
    void TearDown() override { EXPECT_TRUE(has_no_children()); }

    Spawner spawner_;
};

TEST_F(OrphansTest, orphan_is_killed_and_reaped_when_its_game_ends) {
    Orphans orphans;
    orphans.agent_begins(1);
    const Watched orphan(leave_orphan(spawner_, 1));
    EXPECT_FALSE(orphan.has_ended());
    orphans.agents_ended({1});
    EXPECT_TRUE(orphan.has_ended());
    EXPECT_TRUE(has_no_children());
}

TEST_F(OrphansTest, orphans_of_an_agent_that_plays_stay) {
    Orphans orphans;
    orphans.agent_begins(1);
    orphans.agent_begins(2);
    const Watched orphan(leave_orphan(spawner_, 2));
    orphans.agents_ended({1});
    EXPECT_FALSE(orphan.has_ended());
    orphans.agents_ended({2});
    EXPECT_TRUE(orphan.has_ended());
}

TEST_F(OrphansTest, orphan_with_a_changed_environment_is_killed) {
    Orphans orphans;
    orphans.agent_begins(1);
    const Watched orphan(leave_orphan(spawner_, 1, "exec sleep 1000", "env -i PATH=$PATH setsid"));
    orphans.agents_ended({1});
    EXPECT_TRUE(orphan.has_ended());
}

TEST_F(OrphansTest, agent_with_a_changed_environment_stays) {
    Orphans orphans;
    orphans.agent_begins(1);
    orphans.agent_begins(2);
    Process agent(spawner_, shell("exec env -i PATH=$PATH sh -c 'echo; read end'"), 2);
    orphans.agent_has_begun(agent.pid());
    ASSERT_TRUE(becomes_readable(agent.out()));
    orphans.agents_ended({1});
    EXPECT_FALSE(agent.has_ended());
    agent.close_in();
    EXPECT_EQ(agent.reap().exit, "exited 1");
    orphans.agent_is_gone(agent.pid());
}

TEST_F(OrphansTest, tree_of_orphans_is_killed) {
    Orphans orphans;
    orphans.agent_begins(1);
    const std::string tree =
        "for i in 1 2 3 4 5; do (setsid sh -c \"sleep 1000 & sleep 1000\") & done; sleep 1000";
    const Watched orphan(leave_orphan(spawner_, 1, tree));
    orphans.agents_ended({1});
    EXPECT_TRUE(orphan.has_ended());
    EXPECT_TRUE(has_no_children());
}

TEST_F(OrphansTest, destructor_kills_the_rest) {
    std::optional<Watched> orphan;
    {
        Orphans orphans;
        orphans.agent_begins(1);
        orphan.emplace(leave_orphan(spawner_, 1));
    }
    EXPECT_TRUE(orphan->has_ended());
}

TEST_F(OrphansTest, seed_tells_whose_an_orphan_is) {
    Process before(spawner_, shell("exec sleep 1000"), 2);
    Orphans orphans;
    orphans.agent_begins(1);
    orphans.agent_begins(2);
    EXPECT_TRUE(orphans.left_by(1).own.empty());
    Process agent(spawner_, shell("exec sleep 1000"), 1);
    orphans.agent_has_begun(agent.pid());
    EXPECT_TRUE(orphans.left_by(1).own.empty()) << "the agent itself";
    EXPECT_TRUE(orphans.left_by(2).own.empty()) << "a child from before `orphans`";
    const pid_t one = leave_orphan(spawner_, 1);
    const pid_t two = leave_orphan(spawner_, 2);
    const pid_t another = leave_orphan(spawner_, 2);
    const auto left_by = [&](std::uint64_t seed, std::size_t count) {
        auto left = orphans.left_by(seed).own; // an orphan has no environment during an exec
        for (int tries = 0; tries < 1000 && left.size() < count; ++tries) {
            ::usleep(1000);
            left = orphans.left_by(seed).own;
        }
        return left;
    };
    EXPECT_EQ(left_by(1, 1), std::vector<pid_t>{one});
    EXPECT_THAT(left_by(2, 2), testing::UnorderedElementsAre(two, another));
    EXPECT_TRUE(orphans.left_by(3).own.empty());
    orphans.agents_ended({2});
    EXPECT_TRUE(orphans.left_by(2).own.empty());
    EXPECT_EQ(orphans.left_by(1).own, std::vector<pid_t>{one});
    for (Process* const process : {&before, &agent}) {
        process->kill();
        EXPECT_EQ(process->reap().exit, "killed by referee");
    }
    orphans.agent_is_gone(agent.pid());
}

TEST_F(OrphansTest, grandchildren_are_ours) {
    Orphans orphans; // makes us the parent of orphans
    Process process(spawner_, shell("sh -c 'echo $$; sleep 1000'; :"), 0);
    ASSERT_TRUE(becomes_readable(process.out()));
    char text[32] = {};
    ASSERT_GT(::read(process.out(), text, sizeof text - 1), 0);
    EXPECT_TRUE(orphans.is_ours(static_cast<pid_t>(std::atol(text))));
    EXPECT_FALSE(orphans.is_ours(1));
    EXPECT_FALSE(orphans.is_ours(::getppid()));
    EXPECT_FALSE(orphans.is_ours(::getpid()));
    process.kill();
    EXPECT_EQ(process.reap().exit, "killed by referee");
}

TEST_F(OrphansTest, agents_that_are_gone_are_ours_for_a_while) {
    constexpr std::chrono::milliseconds kRemembered{2000};
    Orphans orphans(kRemembered);
    pid_t pid = 0;
    {
        Process process(spawner_, shell("exit 0"), 0);
        pid = process.pid();
        orphans.agent_has_begun(pid);
        EXPECT_EQ(process.reap().exit, "exited 0");
        EXPECT_TRUE(orphans.is_ours(pid));
        orphans.agent_is_gone(pid);
    }
    EXPECT_TRUE(orphans.is_ours(pid));
    std::this_thread::sleep_for(kRemembered);
    EXPECT_FALSE(orphans.is_ours(pid)) << "its number may be that of another process by now";
    Process stranger(spawner_, shell("exit 0"), 0);
    const pid_t gone = stranger.pid();
    EXPECT_EQ(stranger.reap().exit, "exited 0");
    EXPECT_FALSE(orphans.is_ours(gone)) << "nobody said that it was an agent";
}

TEST_F(OrphansTest, children_from_before_are_left_alone) {
    Process before(spawner_, shell("exec sleep 1000"), 1);
    {
        Orphans orphans;
        orphans.agent_begins(1);
        orphans.agents_ended({1});
        EXPECT_FALSE(orphans.is_ours(before.pid()));
    }
    EXPECT_FALSE(Watched(before.pid()).has_ended());
    before.kill();
    EXPECT_EQ(before.reap().exit, "killed by referee");
}

TEST_F(OrphansTest, sender_of_the_signal_that_continues_the_program_is_told) {
    Orphans orphans;
    const Orphans::Continued before = orphans.continued();
    ::raise(SIGCONT); // this process is no agent of its own
    const Orphans::Continued by_others = orphans.continued();
    EXPECT_GT(by_others.by_others, before.by_others);
    EXPECT_EQ(by_others.by_ours, before.by_ours);
    Process agent(spawner_, shell("kill -CONT " + std::to_string(::getpid()) + "; echo; read end"), 1);
    EXPECT_TRUE(becomes_readable(agent.out()));
    orphans.agent_has_begun(agent.pid());
    const Orphans::Continued by_ours = orphans.continued();
    EXPECT_EQ(by_ours.by_others, by_others.by_others);
    EXPECT_GT(by_ours.by_ours, by_others.by_ours);
    EXPECT_EQ(orphans.continued().by_ours, by_ours.by_ours) << "nothing new";
    orphans.agent_is_gone(agent.pid());
}

} // namespace
} // namespace referee
