#include "referee/process/sandbox/view.hpp"
#include "tests/referee/process/sandbox/sandboxed_scripts.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <string>

namespace referee {
namespace {

using namespace testing_support;

using TreeTest = SandboxedScripts;

TEST_F(TreeTest, the_agent_reads_its_directory_and_nothing_beside_it) {
    dir_.file("bot/weights", "1 2 3");
    dir_.file("secret", "key");
    EXPECT_EQ(said("cat weights; [ -e ../secret ] || echo none"), "1 2 3none\n");
}

TEST_F(TreeTest, copies_are_played_and_rivals_are_hidden_when_their_files_are_replaced) {
    namespace fs = std::filesystem;
    Program program = script("cat weights nets/net module rivals/* runs/*; ls -R; echo 1 > new");
    program.words = {"./run", "weights", "nets/net"};
    dir_.file("bot/weights", "1");
    dir_.file("bot/nets/net", "2\n");
    dir_.file("bot/module", "3\n");
    dir_.file("bot/gone", "");
    const auto rival = dir_.file("bot/rivals/rival", "secret");
    dir_.file("bot/runs/log", "secret");
    fs::create_symlink("weights", dir_ / "bot" / "link");
    const auto cell = make_cell(program, {}, {}, {rival, dir_ / "bot" / "runs"});
    const std::string first = said_in(*cell);
    EXPECT_EQ(first, "12\n3\n.:\ngone\nlink\nmodule\nnets\nrivals\nrun\nruns\nweights\n\n./nets:\nnet\n\n./"
                     "rivals:\nrival\n"
                     "\n./runs:\n");
    const auto next = dir_.file("next", "#!/bin/sh\necho another", true);
    for (const char* name : {"run", "weights", "nets/net", "module", "rivals/rival"}) {
        fs::copy(next, dir_ / "new");
        fs::rename(dir_ / "new", dir_ / "bot" / name);
    }
    fs::remove_all(dir_ / "bot" / "runs");
    fs::remove(dir_ / "bot" / "gone");
    dir_.file("bot/runs/log", "secret");
    EXPECT_EQ(said_in(*cell), first);
    SandboxCell later(*sandbox_, {});
    EXPECT_EQ(said_in(later), first);
}

} // namespace
} // namespace referee
