#include "referee/process/sandbox/view.hpp"
#include "tests/referee/process/sandbox/sandboxed_scripts.hpp"

#include <gtest/gtest.h>

namespace referee {
namespace {

using namespace testing_support;

using TreeTest = SandboxedScripts;

TEST_F(TreeTest, the_agent_reads_its_directory_and_nothing_beside_it) {
    dir_.file("bot/weights", "1 2 3");
    dir_.file("secret", "key");
    EXPECT_EQ(said("cat weights; [ -e ../secret ] || echo none"), "1 2 3none\n");
}

} // namespace
} // namespace referee
