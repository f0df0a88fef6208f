// Shell scripts in a sandbox. Where the kernel refuses namespaces, nothing here is tested.

#include "referee/process/process.hpp"
#include "referee/process/sandbox/cell.hpp"
#include "tests/referee/process/shell.hpp"
#include "tests/support/temporary_dir.hpp"
#include "tests/support/user_error_text.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include <elf.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace referee {
namespace {

using namespace testing_support;
using testing::HasSubstr;

class CellTest : public testing::Test {
  protected:
    void SetUp() override {
        ::chmod(dir_.path().c_str(), 0700);
        ::prctl(PR_SET_CHILD_SUBREAPER, 0); // Orphans of another test may have set it
        try {
            static_cast<void>(make_cell(script("exit 0")));
        } catch (const SandboxError& error) {
            if (std::string(error.what()).find("the kernel refuses") == std::string::npos) {
                throw;
            }
            GTEST_SKIP() << error.what();
        }
    }
    void TearDown() override { EXPECT_TRUE(has_no_children()); }

    /// A script bot/run, which is executed in bot/.
    Program script(const std::string& text) {
        return {.executable = dir_.file("bot/run", "#!/bin/sh\n" + text + "\n", true),
                .words = {"./run"},
                .dir = dir_ / "bot",
                .variables = {"GIVEN=yes"}};
    }
    std::unique_ptr<SandboxCell> make_cell(const Program& program, const SandboxWishes& wishes = {},
                                           std::vector<ResourceLimit> limits = {},
                                           const std::vector<std::filesystem::path>& hidden = {}) {
        const ProgramFiles files(program);
        sandbox_.emplace(program, wishes, hidden, files.print(), std::make_shared<const ControlGroups>());
        return std::make_unique<SandboxCell>(*sandbox_, std::move(limits));
    }
    /// What a script says in a cell of its own; it must exit with 0.
    std::string said(const std::string& text, const SandboxWishes& wishes = {}) {
        const auto cell = make_cell(script(text), wishes);
        return said_in(*cell);
    }
    static std::string said_in(SandboxCell& cell, std::uint64_t seed = 7) {
        Process process(cell, seed);
        std::string text = all_of(process.out());
        const std::string errors = all_of(process.err());
        EXPECT_EQ(process.reap().exit, "exited 0") << errors;
        cell.sweep();
        return text;
    }

    TemporaryDir dir_;
    std::optional<Sandbox> sandbox_;
};

TEST_F(CellTest, the_agent_is_our_child_with_its_pipes_seed_and_exit_status) {
    const auto cell = make_cell(script("read line; echo \"$line $REFEREE_SEED\"; echo problem >&2; exit 3"));
    Process process(*cell, 18446744073709551615U);
    ASSERT_EQ(::write(process.in(), "hello\n", 6), 6);
    EXPECT_EQ(all_of(process.out()), "hello 18446744073709551615\n");
    EXPECT_EQ(all_of(process.err()), "problem\n");
    EXPECT_EQ(process.reap().exit, "exited 3");
}

TEST_F(CellTest, the_environment_is_emptied_but_for_what_is_given) {
    ::setenv("SOME_TOKEN", "secret", 1); // NOLINT(concurrency-mt-unsafe): no other thread runs
    const std::string variables = said("env | sed 's/=.*//' | sort | tr '\\n' ' '");
    ::unsetenv("SOME_TOKEN"); // NOLINT(concurrency-mt-unsafe)
    EXPECT_THAT(variables, HasSubstr("GIVEN"));
    EXPECT_THAT(variables, HasSubstr("REFEREE_SEED"));
    EXPECT_THAT(variables, testing::Not(HasSubstr("TOKEN")));
    EXPECT_THAT(variables, testing::Not(HasSubstr("HOME")));
}

TEST_F(CellTest, the_agent_reads_its_directory_and_nothing_beside_it) {
    dir_.file("bot/weights", "1 2 3");
    dir_.file("secret", "key");
    EXPECT_EQ(said("cat weights; [ -e ../secret ] || echo none"), "1 2 3none\n");
}

TEST_F(CellTest, what_the_agent_writes_is_gone_in_its_next_game) {
    const auto cell = make_cell(script(
        "ls; echo 1 > new && mkdir /tmp/more && cp new /dev/shm; cat new; rm run 2>/dev/null || echo kept"));
    const std::string first = said_in(*cell);
    EXPECT_EQ(first, "run\n1\nkept\n");
    EXPECT_EQ(said_in(*cell), first);
    EXPECT_FALSE(std::filesystem::exists(dir_ / "bot" / "new"));
}

TEST_F(CellTest, the_times_of_its_directories_are_new_in_its_next_game) {
    const auto cell = make_cell(script("stat -c %y /tmp | cut -c 1-4; touch -d 2001-01-01 /tmp"));
    const std::string first = said_in(*cell);
    EXPECT_EQ(said_in(*cell), first);
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

TEST_F(CellTest, the_copy_is_played_although_the_file_changes) {
    const auto cell = make_cell(script("echo old"));
    script("echo new");
    EXPECT_EQ(said_in(*cell), "old\n");
}

TEST_F(CellTest, the_agent_has_no_rights_no_network_and_no_terminal) {
    const std::string status =
        said("cat /proc/self/status; ls /dev/tty /sys/class/net 2>&1; cat /proc/net/route");
    EXPECT_THAT(status, HasSubstr("CapEff:\t0000000000000000"));
    EXPECT_THAT(status, HasSubstr("CapBnd:\t0000000000000000"));
    EXPECT_THAT(status, HasSubstr("NoNewPrivs:\t1"));
    EXPECT_THAT(status, HasSubstr("Seccomp:\t2"));
    EXPECT_THAT(status, HasSubstr("cannot access '/dev/tty'"));
    EXPECT_THAT(status, testing::Not(HasSubstr("eth0")));
}

TEST_F(CellTest, the_kernel_ends_the_agent_first_when_memory_is_short) {
    EXPECT_EQ(said("cat /proc/self/oom_score_adj"), "1000\n");
}

#ifdef __x86_64__
/// An executable that exits with 7 by a system call of 32 bits.
template<class Header, class Segment>
std::string exits_with_7(unsigned char bits, std::uint16_t machine) {
    constexpr std::array<unsigned char, 12> kCode{0xb8, 1, 0, 0, 0, 0xbb, 7, 0, 0, 0, 0xcd, 0x80};
    constexpr std::uint32_t kAddress = 0x400000;
    constexpr std::uint32_t kCodeAt = sizeof(Header) + sizeof(Segment);
    Header header{};
    std::memcpy(header.e_ident, ELFMAG, SELFMAG);
    header.e_ident[EI_CLASS] = bits;
    header.e_ident[EI_DATA] = ELFDATA2LSB;
    header.e_ident[EI_VERSION] = EV_CURRENT;
    header.e_type = ET_EXEC;
    header.e_machine = machine;
    header.e_version = EV_CURRENT;
    header.e_entry = kAddress + kCodeAt;
    header.e_phoff = sizeof header;
    header.e_ehsize = sizeof header;
    header.e_phentsize = sizeof(Segment);
    header.e_phnum = 1;
    Segment segment{};
    segment.p_type = PT_LOAD;
    segment.p_vaddr = kAddress;
    segment.p_filesz = segment.p_memsz = kCodeAt + kCode.size();
    segment.p_flags = PF_R | PF_X;
    segment.p_align = 0x1000;
    std::string text(reinterpret_cast<const char*>(&header), sizeof header);
    text.append(reinterpret_cast<const char*>(&segment), sizeof segment);
    return text.append(reinterpret_cast<const char*>(kCode.data()), kCode.size());
}

TEST_F(CellTest, calls_of_32_bits_are_for_agents_of_32_bits) {
    struct Row {
        std::string executable;
        const char* exit;
    };
    for (const Row& row : {Row{exits_with_7<Elf32_Ehdr, Elf32_Phdr>(ELFCLASS32, EM_386), "exited 7"},
                           Row{exits_with_7<Elf64_Ehdr, Elf64_Phdr>(ELFCLASS64, EM_X86_64), "signal 31"}}) {
        Program program = script("");
        program.executable = dir_.file("bot/run", row.executable, true);
        try {
            Spawner spawner;
            Process here(spawner, program, 1);
            all_of(here.out());
            ASSERT_EQ(here.reap().exit, "exited 7");
        } catch (const UserError& error) {
            GTEST_SKIP() << "the kernel runs no program of 32 bits: " << error.what();
        }
        const auto cell = make_cell(program);
        Process process(*cell, 1);
        all_of(process.out());
        EXPECT_EQ(process.reap().exit, row.exit);
    }
}
#endif

TEST_F(CellTest, the_agent_sees_its_own_processes_only) {
    EXPECT_EQ(said("cat /proc/1/comm; tr -d '\\0' < /proc/1/cmdline; echo $$; echo /proc/[0-9]*; "
                   "ls -l /proc/1/fd 2>/dev/null || echo closed"),
              "referee-init\n2\n/proc/1 /proc/2\nclosed\n")
        << "the init and this shell";
}

TEST_F(CellTest, what_the_agent_leaves_behind_ends_with_the_sweep) {
    const auto cell = make_cell(script("setsid sh -c 'trap \"\" TERM; sleep 1000' >/dev/null 2>&1 & exit 0"));
    said_in(*cell);
    std::ifstream children("/proc/" + std::to_string(cell->init()) + "/task/" + std::to_string(cell->init()) +
                           "/children");
    std::string left;
    std::getline(children, left);
    EXPECT_EQ(left, "");
}

TEST_F(CellTest, everything_ends_with_the_cell) {
    auto cell = make_cell(script("sleep 1000 & wait"));
    auto process = std::make_unique<Process>(*cell, 1);
    const Watched init(cell->init());
    const Watched door(cell->door());
    process.reset();
    cell.reset();
    EXPECT_TRUE(init.ends());
    EXPECT_TRUE(door.ends());
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

TEST_F(CellTest, a_cell_that_is_held_still_does_nothing) {
    const auto groups = std::make_shared<const ControlGroups>();
    if (!groups->can_freeze()) {
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

TEST_F(CellTest, a_group_tells_that_its_own_limit_of_memory_was_reached) {
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
