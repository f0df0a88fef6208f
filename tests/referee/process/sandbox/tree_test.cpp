#include "referee/process/sandbox/view.hpp"
#include "tests/referee/process/sandbox/sandboxed_scripts.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <string>

#include <grp.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

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

class OfOthersTest : public TreeTest {
  protected:
    void SetUp() override {
        if (!can_become_nobody()) {
            GTEST_SKIP() << "only root makes directories of others";
        }
        TreeTest::SetUp();
    }
    /// A file that all may read.
    std::filesystem::path open_file(const std::string& name, const std::string& text) const {
        const auto file = dir_.file(name, text);
        EXPECT_EQ(::chmod(file.c_str(), 0755), 0);
        return file;
    }
    /// The directory bot/inner of another user, with files of which one is hidden.
    std::string said_of_inner(mode_t mode, const std::string& text, bool is_working_dir) {
        const auto hidden = dir_.file("bot/inner/hidden", "secret");
        const auto inner = open_file("bot/inner/file", "read\n").parent_path();
        EXPECT_EQ(::chown(inner.c_str(), 12345, 12345), 0);
        EXPECT_EQ(::chmod(inner.c_str(), mode), 0);
        Program program = script(text);
        if (is_working_dir) {
            program.words = {"../run"};
            program.dir = inner;
        }
        const auto cell = make_cell(program, {.read = {{dir_ / "bot"}}}, {}, {hidden});
        return said_in(*cell);
    }
};

TEST_F(OfOthersTest, a_closed_directory_in_which_something_is_hidden_stays_closed) {
    EXPECT_EQ(said_of_inner(0700, "cat inner/file 2>/dev/null || echo closed", false), "closed\n");
    EXPECT_EQ(said_of_inner(0755, "cat inner/file inner/hidden", false), "read\n");
}

TEST_F(OfOthersTest, a_working_directory_that_cannot_be_listed_keeps_its_files) {
    EXPECT_EQ(said_of_inner(0711, "cat file hidden; ls 2>/dev/null || echo closed", true), "read\nclosed\n");
}

TEST_F(OfOthersTest, an_ordinary_user_plays_from_a_directory_that_cannot_be_listed) {
    open_file("bot/bin/file", "inner\n");
    open_file("bot/file", "outer\n");
    Program program = script("exit 1");
    program.executable = open_file("bot/bin/run", "#!/bin/sh\ncat file bin/file; ls bin");
    program.words = {"./bin/run"};
    ::chmod(dir_.path().c_str(), 0711);
    ::chmod((dir_ / "bot").c_str(), 0711);
    const pid_t pid = ::fork();
    if (pid == 0) {
        const bool is_user = ::setgroups(0, nullptr) == 0 && ::setresgid(12345, 12345, 12345) == 0 &&
                             ::setresuid(12345, 12345, 12345) == 0 && ::prctl(PR_SET_DUMPABLE, 1) == 0;
        const auto cell = make_cell(program);
        ::_exit(is_user && said_in(*cell) == "outer\ninner\nfile\nrun\n" ? 0 : 1);
    }
    int status = 0;
    EXPECT_EQ(::waitpid(pid, &status, 0), pid);
    EXPECT_EQ(status, 0);
}

TEST_F(TreeTest, an_agent_below_var_may_read_all_of_it) {
    std::string name = "/var/tmp/referee-XXXXXX";
    const std::filesystem::path dir = ::mkdtemp(name.data());
    Program program = script("cat file");
    std::filesystem::copy(program.executable, dir / "run");
    std::filesystem::copy(dir_.file("file", "read"), dir / "file");
    program.executable = dir / "run";
    program.dir = dir;
    const auto cell = make_cell(program, {.read = {{"/var"}}});
    EXPECT_EQ(said_in(*cell), "read");
    std::filesystem::remove_all(dir);
}

} // namespace
} // namespace referee
