#include "referee/process/sandbox/door.hpp"
#include "tests/referee/process/sandbox/sandboxed_scripts.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <memory>
#include <string>

namespace referee {
namespace {

using namespace testing_support;
using testing::HasSubstr;

using DoorTest = SandboxedScripts;

TEST_F(DoorTest, the_agent_has_no_rights_no_network_and_no_terminal) {
    const std::string status =
        said("cat /proc/self/status; ls /dev/tty /sys/class/net 2>&1; cat /proc/net/route");
    EXPECT_THAT(status, HasSubstr("CapEff:\t0000000000000000"));
    EXPECT_THAT(status, HasSubstr("CapBnd:\t0000000000000000"));
    EXPECT_THAT(status, HasSubstr("NoNewPrivs:\t1"));
    EXPECT_THAT(status, HasSubstr("Seccomp:\t2"));
    EXPECT_THAT(status, HasSubstr("cannot access '/dev/tty'"));
    EXPECT_THAT(status, testing::Not(HasSubstr("eth0")));
}

TEST_F(DoorTest, the_kernel_ends_the_agent_first_when_memory_is_short) {
    EXPECT_EQ(said("cat /proc/self/oom_score_adj"), "1000\n");
}

TEST_F(DoorTest, the_agent_sees_its_own_processes_only) {
    EXPECT_EQ(said("cat /proc/1/comm; tr -d '\\0' < /proc/1/cmdline; echo $$; echo /proc/[0-9]*; "
                   "ls -l /proc/1/fd 2>/dev/null || echo closed"),
              "referee-init\n2\n/proc/1 /proc/2\nclosed\n")
        << "the init and this shell";
}

TEST_F(DoorTest, signals_to_the_init_do_not_wait_there) {
    EXPECT_EQ(said("for i in 1 2 9 10 14 15 19 34 40 64; do kill -$i 1; done; "
                   "grep 'Pnd' /proc/1/status | tr -d '\\t'"),
              "SigPnd:0000000000000000\nShdPnd:0000000000000000\n");
}

TEST_F(DoorTest, the_agent_has_the_umask_of_the_referee_and_can_enter_its_directories) {
    const Program program = script("umask; cd /tmp && echo > file; ls file");
    const mode_t before = ::umask(0777);
    const auto cell = make_cell(program);
    ::umask(before);
    EXPECT_EQ(said_in(*cell), "0777\nfile\n");
    EXPECT_EQ(said_in(*cell), "0777\nfile\n") << "those that are made anew";
}

TEST_F(DoorTest, what_the_agent_leaves_behind_ends_with_the_sweep) {
    const auto cell = make_cell(script("setsid sh -c 'trap \"\" TERM; sleep 1000' >/dev/null 2>&1 & exit 0"));
    said_in(*cell);
    std::ifstream children("/proc/" + std::to_string(cell->init()) + "/task/" + std::to_string(cell->init()) +
                           "/children");
    std::string left;
    std::getline(children, left);
    EXPECT_EQ(left, "");
}

TEST_F(DoorTest, everything_ends_with_the_cell) {
    auto cell = make_cell(script("sleep 1000 & wait"));
    auto process = std::make_unique<Process>(*cell, 1);
    const Watched init(cell->init());
    const Watched door(cell->door());
    process.reset();
    cell.reset();
    EXPECT_TRUE(init.ends());
    EXPECT_TRUE(door.ends());
}

} // namespace
} // namespace referee
