#include "referee/process/sandbox/control_group.hpp"
#include "tests/referee/process/sandbox/sandboxed_scripts.hpp"

#include <gtest/gtest.h>

#include <memory>

#include <poll.h>
#include <sys/resource.h>
#include <unistd.h>

namespace referee {
namespace {

using namespace testing_support;

using ControlGroupTest = SandboxedScripts;

TEST_F(ControlGroupTest, a_cell_that_is_held_still_does_nothing) {
    const auto groups = std::make_shared<const ControlGroups>();
    if (!groups->text().ends_with("freezing")) {
        GTEST_SKIP() << "no control group can be made";
    }
    const auto cell = make_cell(script("while read line; do echo $line; done"));
    Process process(*cell, 1);
    cell->hold(true);
    ASSERT_EQ(::write(process.in(), "a\n", 2), 2);
    pollfd out{.fd = process.out(), .events = POLLIN, .revents = 0};
    EXPECT_EQ(::poll(&out, 1, 100), 0) << "it is held";
    cell->hold(false);
    EXPECT_TRUE(becomes_readable(process.out()));
    cell->hold(true); // SIGKILL ends it all the same
}

/// Also where a group counts them, so that no machine leaves this out.
TEST_F(ControlGroupTest, agents_leave_processes_to_their_rivals_and_to_the_user) {
    EXPECT_EQ(ControlGroups().tasks_of_agent(96'000), 1024U);
    EXPECT_EQ(ControlGroups(0, 3).tasks_of_agent(96'000), 3 * 1024U) << "all games of an agent";
    EXPECT_EQ(ControlGroups(0, 3).tasks_of_agent(6'000), 2'000U) << "a third: two agents and the user";
    EXPECT_EQ(ControlGroups(0, 1000, 4).tasks_of_agent(96'000), 19'200U);
}

TEST_F(ControlGroupTest, a_group_tells_that_its_own_limit_of_memory_was_reached) {
    const auto groups = std::make_shared<const ControlGroups>();
    if (!groups->limit_memory()) {
        GTEST_SKIP() << "no control group can limit memory";
    }
    constexpr rlim_t kBytes = rlim_t{32} << 20U;
    const auto cell = make_cell(script("x=0123456789abcdef; while :; do x=$x$x; done"), {},
                                {{RLIMIT_AS, {kBytes, kBytes}}});
    ASSERT_TRUE(cell->memory());
    EXPECT_EQ(cell->memory()->kills, 0U);
    Process process(*cell, 1);
    ASSERT_TRUE(becomes_readable(process.exited()));
    EXPECT_GT(cell->memory()->kills, 0U);
    EXPECT_GT(cell->memory()->own_limit, 0U);
    EXPECT_GT(cell->memory()->most_bytes, kBytes / 2);
}

} // namespace
} // namespace referee
