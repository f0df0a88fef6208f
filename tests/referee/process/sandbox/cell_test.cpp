#include "referee/base/descriptor.hpp"
#include "referee/process/cores.hpp"
#include "referee/process/sandbox/cell.hpp"
#include "tests/referee/process/sandbox/sandboxed_scripts.hpp"
#include "tests/referee/process/shell.hpp"
#include "tests/support/user_error_text.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <string>
#include <thread>
#include <vector>

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
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

TEST_F(CellTest, processes_are_limited_where_no_control_group_counts_them) {
    const auto groups = std::make_shared<const ControlGroups>(0, 3);
    if (groups->limit_tasks()) {
        GTEST_SKIP() << "a control group counts those of each game";
    }
    const Program program = script("set -- $(grep 'Max processes' /proc/self/limits); echo $3");
    sandbox_.emplace(program, SandboxWishes(), std::vector<std::filesystem::path>(),
                     ProgramFiles(program).print(), groups);
    SandboxCell cell(*sandbox_, {});
    rlimit ours{};
    ASSERT_EQ(::getrlimit(RLIMIT_NPROC, &ours), 0);
    const rlim_t of_machine = number_in("/proc/sys/kernel/pid_max").value();
    EXPECT_EQ(said_in(cell),
              std::to_string(groups->tasks_of_agent(std::min(ours.rlim_cur, of_machine))) + "\n");
}

TEST_F(CellTest, the_agent_leaves_no_core_dump_and_starts_no_program_that_takes_them) {
    rlimit ours{};
    ASSERT_EQ(::getrlimit(RLIMIT_CORE, &ours), 0);
    const std::string most = std::to_string(std::min(rlim_t{1}, ours.rlim_max));
    EXPECT_EQ(said("set -- $(grep 'core file' /proc/self/limits); echo $5 $6"), most + " " + most + "\n");
}

TEST_F(CellTest, what_is_hidden_before_it_is_there_is_not_seen_later) {
    dir_.file("bot/runs/.gitkeep", "");
    const Program own = script("ls . runs");
    Program of_system = own; // nothing is copied in its directory
    of_system.executable = "/bin/ls";
    of_system.words = {"ls", ".", "runs"};
    for (const Program& program : {own, of_system}) {
        for (const std::string out : {"bot/runs/pr17", "bot/r1"}) {
            static_cast<void>(make_cell(program, {}, {}, {dir_ / out}));
            dir_.file(out + "/run.json", "{}");
            SandboxCell cell(*sandbox_, {});
            EXPECT_EQ(said_in(cell), ".:\nrun\nruns\n\nruns:\n") << program.words[0] << ", " << out;
            std::filesystem::remove_all(dir_ / out);
        }
    }
}

TEST_F(CellTest, the_agent_does_not_leave_its_cores) {
    const std::vector<int> all = allowed_cores();
    if (all.size() == 1) {
        GTEST_SKIP() << "there is one core";
    }
    pin_this_thread({all.front()});
    EXPECT_EQ(said("taskset -pc 0-1023 $$ >/dev/null && nproc"), "1\n") << "it seems to succeed";
    pin_this_thread(all);
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

namespace referee::wire {
namespace {

/// Both ends of a socket that keeps messages apart.
class WireTest : public testing::Test {
  protected:
    void SetUp() override {
        std::array<int, 2> ends{};
        ASSERT_EQ(::socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends.data()), 0);
        here_ = Descriptor(ends[0]);
        there_ = Descriptor(ends[1]);
    }

    Descriptor here_;
    Descriptor there_;
};

/// Whether both are descriptors of one file.
bool are_same_file(int one, int two) {
    struct stat first {};
    struct stat second {};
    return ::fstat(one, &first) == 0 && ::fstat(two, &second) == 0 && first.st_dev == second.st_dev &&
           first.st_ino == second.st_ino;
}

TEST_F(WireTest, report_arrives_as_it_was_sent) {
    Report sent{.what = Report::What::NotStarted, .error = 17, .pid = 4711, .text = {}};
    std::strcpy(sent.text.data(), "the step");
    ASSERT_TRUE(send(here_.fd(), &sent, sizeof sent));
    Report got;
    ASSERT_TRUE(receive(there_.fd(), &got, sizeof got));
    EXPECT_EQ(got.what, Report::What::NotStarted);
    EXPECT_EQ(got.error, 17);
    EXPECT_EQ(got.pid, 4711);
    EXPECT_STREQ(got.text.data(), "the step");
}

TEST_F(WireTest, longer_message_is_refused_and_descriptors_that_nobody_asked_for_are_closed) {
    Report report;
    const std::array<int, 1> given{here_.fd()};
    ASSERT_TRUE(send(here_.fd(), &report, sizeof report, given));
    const Descriptor before(::memfd_create("before", 0));
    ASSERT_TRUE(receive(there_.fd(), &report, sizeof report));
    const Descriptor after(::memfd_create("after", 0));
    EXPECT_EQ(after.fd(), before.fd() + 1) << "no descriptor came between";
    ASSERT_TRUE(send(here_.fd(), &report, sizeof report));
    EXPECT_FALSE(receive(there_.fd(), &report, sizeof report - 1));
    EXPECT_EQ(errno, EMSGSIZE);
}

TEST_F(WireTest, descriptors_arrive_in_their_order_and_close_on_exec) {
    const std::array<Descriptor, 3> files{Descriptor(::memfd_create("a", 0)),
                                          Descriptor(::memfd_create("b", 0)),
                                          Descriptor(::memfd_create("c", 0))};
    const std::array<int, 3> sent{files[0].fd(), files[1].fd(), files[2].fd()};
    const Report report;
    for (std::size_t count = 0; count <= kMostDescriptors; ++count) {
        ASSERT_TRUE(send(here_.fd(), &report, sizeof report, std::span(sent).first(count)));
        Report got;
        std::array<int, kMostDescriptors> descriptors{7, 8, 9};
        ASSERT_TRUE(receive(there_.fd(), &got, sizeof got, &descriptors));
        for (std::size_t i = 0; i < kMostDescriptors; ++i) {
            if (i >= count) {
                EXPECT_EQ(descriptors[i], -1) << count;
                continue;
            }
            const Descriptor arrived(descriptors[i]);
            EXPECT_TRUE(are_same_file(arrived.fd(), sent[i])) << i;
            EXPECT_EQ(::fcntl(arrived.fd(), F_GETFD), FD_CLOEXEC);
        }
    }
}

TEST_F(WireTest, order_is_sent_with_the_cores_that_are_used_and_no_more) {
    Order sent{.what = Order::What::Start, .seed = UINT64_MAX, .core_bytes = 3};
    sent.cores[0] = 0x81;
    sent.cores[2] = 0x7f;
    sent.cores[3] = 0xff;
    ASSERT_TRUE(send(here_.fd(), sent));
    Order got;
    ASSERT_TRUE(receive(there_.fd(), got));
    EXPECT_EQ(got.what, Order::What::Start);
    EXPECT_EQ(got.seed, UINT64_MAX);
    EXPECT_EQ(got.core_bytes, 3U);
    EXPECT_EQ(got.cores[0], 0x81);
    EXPECT_EQ(got.cores[2], 0x7f);
    EXPECT_EQ(got.cores[3], 0) << "it was not among the three bytes";
    ASSERT_TRUE(send(here_.fd(), Order{.what = Order::What::Sweep}));
    ASSERT_TRUE(receive(there_.fd(), got));
    EXPECT_EQ(got.what, Order::What::Sweep);
    EXPECT_EQ(got.core_bytes, 0U);
}

TEST_F(WireTest, shorter_message_than_is_awaited_is_refused) {
    const std::array<char, 4> sent{1, 2, 3, 4};
    std::array<char, 8> got{};
    ASSERT_TRUE(send(here_.fd(), sent.data(), sent.size()));
    EXPECT_FALSE(receive(there_.fd(), got.data(), got.size()));
    ASSERT_TRUE(send(here_.fd(), sent.data(), sent.size()));
    EXPECT_TRUE(receive(there_.fd(), got.data(), got.size(), nullptr, 4));
    ASSERT_TRUE(send(here_.fd(), sent.data(), sent.size()));
    EXPECT_FALSE(receive(there_.fd(), got.data(), got.size(), nullptr, 5));
}

TEST_F(WireTest, closed_end_is_no_error_of_the_machine_to_who_receives_and_no_signal_to_who_sends) {
    here_.reset();
    Report got;
    std::array<int, kMostDescriptors> descriptors{7, 8, 9};
    errno = EIO;
    EXPECT_FALSE(receive(there_.fd(), &got, sizeof got, &descriptors));
    EXPECT_EQ(errno, 0);
    EXPECT_THAT(descriptors, testing::Each(-1));
    EXPECT_FALSE(send(there_.fd(), &got, sizeof got));
    EXPECT_EQ(errno, EPIPE);
}

TEST_F(WireTest, failure_says_the_step_its_path_and_the_error) {
    errno = ENOSPC;
    send_failure(here_.fd(), Report::What::NotStarted, "cannot show ", "/usr/bin", 12);
    Report got;
    ASSERT_TRUE(receive(there_.fd(), &got, sizeof got));
    EXPECT_EQ(got.what, Report::What::NotStarted);
    EXPECT_EQ(got.error, ENOSPC);
    EXPECT_EQ(got.pid, 12);
    EXPECT_STREQ(got.text.data(), "cannot show /usr/bin");
    EXPECT_EQ(why(got), "cannot show /usr/bin: No space left on device (of a working directory a sandbox "
                        "shows 16,000 entries)");
}

TEST_F(WireTest, failure_with_a_long_path_is_cut_and_ends_in_nul) {
    const std::string path(1000, 'p');
    send_failure(here_.fd(), Report::What::Failed, "at ", path.c_str());
    Report got;
    ASSERT_TRUE(receive(there_.fd(), &got, sizeof got));
    EXPECT_EQ(std::string(got.text.data(), got.text.size()),
              "at " + path.substr(0, got.text.size() - 4) + std::string(1, '\0'));
}

TEST_F(WireTest, all_descriptors_are_closed_but_those_that_are_kept) {
    const Descriptor more(::memfd_create("more", 0));
    const pid_t child = ::fork();
    ASSERT_GE(child, 0);
    if (child == 0) {
        const int far = ::dup2(more.fd(), 200);
        const int last = ::dup2(more.fd(), 203);
        std::array<int, 2> kept{far, here_.fd()}; // in no order
        close_all_but(kept);
        const auto is_open = [](int fd) { return ::fcntl(fd, F_GETFD) >= 0; };
        const bool is_right = is_open(STDERR_FILENO) && is_open(far) && is_open(here_.fd()) &&
                              !is_open(there_.fd()) && !is_open(more.fd()) && !is_open(last);
        ::_exit(is_right ? 0 : 1);
    }
    int status = 0;
    ASSERT_EQ(::waitpid(child, &status, 0), child);
    EXPECT_TRUE(WIFEXITED(status));
    EXPECT_EQ(WEXITSTATUS(status), 0);
}

} // namespace
} // namespace referee::wire
