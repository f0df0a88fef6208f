#include "referee/process/sandbox/cell.hpp"
#include "tests/referee/process/sandbox/sandboxed_scripts.hpp"
#include "tests/support/user_error_text.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <thread>
#include <vector>

#include <unistd.h>

namespace referee {
namespace {

using namespace testing_support;
using testing::HasSubstr;

using CellTest = SandboxedScripts;

TEST_F(CellTest, the_agent_is_our_child_with_its_pipes_seed_and_exit_status) {
    const auto cell = make_cell(script("read line; echo \"$line $REFEREE_SEED\"; echo problem >&2; exit 3"));
    Process process(*cell, 18446744073709551615U);
    ASSERT_EQ(::write(process.in(), "hello\n", 6), 6);
    EXPECT_EQ(all_of(process.out()), "hello 18446744073709551615\n");
    EXPECT_EQ(all_of(process.err()), "problem\n");
    EXPECT_EQ(process.reap().exit, "exited 3");
}

TEST_F(CellTest, the_agent_leaves_enough_of_what_the_kernel_counts_for_a_user) {
    const std::string limits =
        said("ulimit() { sed -n \"s/^Max $1  *\\([0-9]*\\) .*/\\1/p\" /proc/self/limits; }; "
             "ulimit 'pending signals'; prlimit --pid 1 --cpu=1:1 2>&1; prlimit --core=0");
    EXPECT_THAT(limits, HasSubstr("Operation not permitted")) << "the limits of the init are not its own";
    EXPECT_LE(std::stoul(limits), 4096U);
}

TEST_F(CellTest, the_agent_writes_no_more_than_it_has_room_for) {
    EXPECT_EQ(said("head -c 3000000 /dev/zero > a 2>/dev/null || echo full; stat -c %s a", {.scratch_mb = 2}),
              "full\n" + std::to_string(2 << 20) + "\n");
}

TEST_F(CellTest, each_thread_has_a_cell_of_its_own) {
    static_cast<void>(make_cell(script("echo $REFEREE_SEED; sleep 0.05")));
    std::vector<std::string> texts(4);
    {
        std::vector<std::jthread> threads;
        for (std::size_t i = 0; i < texts.size(); ++i) {
            threads.emplace_back([&, i] {
                SandboxCell cell(*sandbox_, {});
                texts[i] = said_in(cell, i);
            });
        }
    }
    EXPECT_THAT(texts, testing::ElementsAre("0\n", "1\n", "2\n", "3\n"));
}

TEST_F(CellTest, an_agent_that_cannot_be_executed_there_is_named) {
    Program program = script("");
    dir_.file("tool", "#!/bin/sh\n", true);
    program.executable = dir_.file("bot/odd", "#!" + (dir_ / "tool").string() + "\n", true);
    const auto cell = make_cell(program);
    EXPECT_THAT(user_error_text([&] { const Process process(*cell, 1); }),
                testing::AllOf(HasSubstr("bot/odd cannot be executed in its sandbox: No such file"),
                               HasSubstr("\"read\"")));
}

} // namespace
} // namespace referee
