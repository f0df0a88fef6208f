#include "referee/process/cores.hpp"
#include "referee/process/proc_file.hpp"
#include "referee/process/process.hpp"
#include "tests/referee/process/shell.hpp"
#include "tests/support/temporary_dir.hpp"
#include "tests/support/user_error_text.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <cstdlib>
#include <optional>
#include <sstream>
#include <thread>
#include <vector>

#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <unistd.h>

namespace referee {
namespace {

using namespace testing_support;
using testing::AllOf;
using testing::HasSubstr;

/// One line from `fd`, without its newline, byte by byte.
std::string line_of(int fd) {
    std::string text;
    for (char c = 0; becomes_readable(fd) && ::read(fd, &c, 1) == 1;) {
        if (c == '\n') {
            return text;
        }
        text += c;
    }
    ADD_FAILURE() << "no line after '" << text << "'";
    return text;
}

/// What a script says on standard output, started by a fresh spawner; it must exit with 0.
std::string said(const Program& program, std::uint64_t seed = 0, std::vector<ResourceLimit> limits = {}) {
    Spawner spawner(std::move(limits));
    Process process(spawner, program, seed);
    std::string text = all_of(process.out());
    EXPECT_EQ(process.reap().exit, "exited 0");
    return text;
}

class ProcessTest : public testing::Test {
  protected:
    void SetUp() override {
        std::signal(SIGPIPE, SIG_IGN);
        ::prctl(PR_SET_CHILD_SUBREAPER, 0); // Orphans of another test may have set it
    }
    void TearDown() override { EXPECT_TRUE(has_no_children()); }
};

TEST_F(ProcessTest, child_has_three_pipes) {
    Spawner spawner;
    Process process(spawner, shell("read line; echo \"got $line\"; echo complaint >&2; exit 0"), 0);
    ASSERT_EQ(::write(process.in(), "hello\n", 6), 6);
    EXPECT_EQ(all_of(process.out()), "got hello\n");
    EXPECT_EQ(all_of(process.err()), "complaint\n");
    EXPECT_TRUE(becomes_readable(process.exited()));
    EXPECT_EQ(process.reap().exit, "exited 0");
}

TEST_F(ProcessTest, words_are_passed_unchanged) {
    const Program program{
        .executable = "/bin/sh",
        .words = {"any name", "-c", R"(printf '%s|' "$0" "$@")", "", "a b", "*", "$HOME", "'"},
        .dir = {},
        .variables = {}};
    EXPECT_EQ(said(program), "|a b|*|$HOME|'|");
}

TEST_F(ProcessTest, our_ends_of_the_pipes_do_not_block_and_the_childs_do) {
    Spawner spawner;
    Process process(spawner, shell("grep flags /proc/self/fdinfo/0 /proc/self/fdinfo/1 /proc/self/fdinfo/2"),
                    0);
    for (const int fd : {process.in(), process.out(), process.err()}) {
        EXPECT_NE(::fcntl(fd, F_GETFL) & O_NONBLOCK, 0);
        EXPECT_NE(::fcntl(fd, F_GETFD) & FD_CLOEXEC, 0);
    }
    std::istringstream lines(all_of(process.out()));
    int seen = 0;
    for (std::string file, flags; lines >> file >> flags; ++seen) {
        EXPECT_EQ(std::stol(flags, nullptr, 8) & O_NONBLOCK, 0) << file << ' ' << flags;
    }
    EXPECT_EQ(seen, 3);
    EXPECT_EQ(process.reap().exit, "exited 0");
}

TEST_F(ProcessTest, seed_and_variables_are_in_the_environment_once) {
    ::setenv("REFEREE_SEED", "1", 1);
    ::setenv("AGENT_TEST_KEPT", "kept", 1);
    ::setenv("AGENT_TEST_CHANGED", "before", 1);
    Program program = shell("env | grep -E '^(REFEREE_SEED|AGENT_TEST_)' | sort");
    const std::string plain = said(program, 3);
    program.variables = {"AGENT_TEST_CHANGED=after", "AGENT_TEST_NEW=a b=c", "REFEREE_SEED=2"};
    const std::string changed = said(program, 18'446'744'073'709'551'615U);
    ::unsetenv("REFEREE_SEED");
    ::unsetenv("AGENT_TEST_KEPT");
    ::unsetenv("AGENT_TEST_CHANGED");
    EXPECT_EQ(plain, "AGENT_TEST_CHANGED=before\nAGENT_TEST_KEPT=kept\nREFEREE_SEED=3\n");
    EXPECT_EQ(changed, "AGENT_TEST_CHANGED=after\nAGENT_TEST_KEPT=kept\nAGENT_TEST_NEW=a b=c\n"
                       "REFEREE_SEED=18446744073709551615\n");
}

TEST_F(ProcessTest, working_directory_is_that_of_the_program) {
    const TemporaryDir dir;
    Program program = shell("pwd -P");
    EXPECT_EQ(said(program), std::filesystem::current_path().string() + "\n");
    program.dir = dir.path();
    EXPECT_EQ(said(program), dir.path().string() + "\n");
}

TEST_F(ProcessTest, child_has_no_descriptors_but_its_three) {
    Spawner spawner;
    Process other(spawner, shell("read line"), 0);     // its pipes are open in this process
    const Descriptor ours(::dup2(STDERR_FILENO, 250)); // exec alone would keep it
    ASSERT_EQ(ours.fd(), 250);
    EXPECT_EQ(said(shell(kFindLeaks + "echo \"leaks:$leaks\"")), "leaks:\n");
}

TEST_F(ProcessTest, child_has_the_given_limits) {
    EXPECT_EQ(said(shell("ulimit -Sn; ulimit -Hn"), 0,
                   {ResourceLimit{RLIMIT_NOFILE, {.rlim_cur = 77, .rlim_max = 99}}}),
              "77\n99\n");
}

TEST_F(ProcessTest, the_kernel_ends_the_child_before_the_referee_when_memory_is_short) {
    const auto ours = [] { return read_proc_file("/proc/self/oom_score_adj"); };
    const std::string before = ours();
    EXPECT_EQ(said(shell("cat /proc/self/oom_score_adj")), "1000\n");
    EXPECT_EQ(ours(), before);
}

TEST_F(ProcessTest, child_has_default_signals_and_an_empty_mask) {
    sigset_t some;
    sigset_t before;
    sigemptyset(&some);
    sigaddset(&some, SIGTERM);
    sigaddset(&some, SIGUSR1);
    pthread_sigmask(SIG_BLOCK, &some, &before);
    const std::string status = said(shell("grep -E '^Sig(Blk|Ign)' /proc/self/status"));
    sigset_t after;
    pthread_sigmask(SIG_SETMASK, &before, &after);
    EXPECT_THAT(status, HasSubstr("SigBlk:\t0000000000000000\n"));
    const auto ignored = std::stoull(status.substr(status.find("SigIgn:\t") + 8), nullptr, 16);
    EXPECT_EQ(ignored >> (SIGPIPE - 1) & 1, 0U) << status;
    // The mask of this process is unchanged.
    EXPECT_EQ(sigismember(&after, SIGTERM), 1);
    EXPECT_EQ(sigismember(&after, SIGUSR1), 1);
    EXPECT_EQ(sigismember(&after, SIGUSR2), 0);
}

// This process may have been started with ignored signals, e.g. by nohup.
TEST_F(ProcessTest, signals_ignored_here_are_not_ignored_in_the_child) {
    const auto before = std::signal(SIGHUP, SIG_IGN);
    const std::string status = said(shell("grep SigIgn /proc/self/status"));
    std::signal(SIGHUP, before);
    EXPECT_EQ(status, "SigIgn:\t0000000000000000\n");
}

/// The cores that a child may use, as the kernel tells the child.
std::vector<int> cores_of_child(const std::optional<std::vector<int>>& wanted) {
    Spawner spawner;
    Process process(spawner, shell("grep Cpus_allowed_list /proc/self/status"), 0,
                    wanted ? &*wanted : nullptr);
    std::istringstream line(all_of(process.out()));
    EXPECT_EQ(process.reap().exit, "exited 0");
    std::string name;
    std::string list;
    line >> name >> list;
    return parse_cores(list);
}

TEST_F(ProcessTest, child_runs_on_the_given_cores) {
    const std::vector<int> ours = allowed_cores();
    EXPECT_EQ(cores_of_child(std::nullopt), ours);
    EXPECT_EQ(cores_of_child(ours), ours);
    for (const int core : ours) {
        EXPECT_EQ(cores_of_child(std::vector{core}), std::vector{core});
    }
    EXPECT_EQ(allowed_cores(), ours);
}

TEST_F(ProcessTest, child_without_cores_runs_where_its_thread_does) {
    const std::vector<int> ours = allowed_cores();
    std::thread([&] {
        pin_this_thread({ours.back()});
        EXPECT_EQ(cores_of_child(std::nullopt), std::vector{ours.back()});
        EXPECT_EQ(cores_of_child(ours), ours); // more cores than the thread has
    }).join();
}

#ifndef __SANITIZE_THREAD__ // under which the launcher forks and does not see what failed
TEST_F(ProcessTest, missing_cores_are_a_world_error) {
    Spawner spawner;
    const std::vector<int> nowhere{kHighestCore};
    EXPECT_THROW(Process(spawner, shell("exit 0"), 0, &nowhere), std::system_error);
    EXPECT_TRUE(has_no_children());
}
#endif

TEST_F(ProcessTest, child_leads_its_own_process_group) {
    const std::string said_text = said(shell("cat /proc/$$/stat"));
    std::istringstream fields(said_text.substr(said_text.find(')') + 2));
    std::string state;
    pid_t parent = 0;
    pid_t group = 0;
    fields >> state >> parent >> group;
    EXPECT_EQ(parent, ::getpid());
    EXPECT_EQ(group, std::stoi(said_text));
    EXPECT_NE(group, ::getpgrp());
}

TEST_F(ProcessTest, end_of_the_child_is_reported) {
    struct Row {
        const char* script;
        const char* expected;
    };
    for (const Row& row : {Row{"exit 0", "exited 0"}, Row{"exit 7", "exited 7"},
                           Row{"exit 255", "exited 255"}, Row{"kill -USR1 $$", "signal 10"},
                           Row{"kill -KILL $$", "signal 9"}, Row{"kill -TERM $$", "signal 15"}}) {
        Spawner spawner;
        Process process(spawner, shell(row.script), 0);
        EXPECT_TRUE(becomes_readable(process.exited()));
        EXPECT_EQ(process.reap().exit, row.expected) << row.script;
    }
}

TEST_F(ProcessTest, signals_of_the_referee_are_told_apart) {
    const auto end_by = [](const char* script, void (Process::*stop)() noexcept) {
        Spawner spawner;
        Process process(spawner, shell(script), 0);
        EXPECT_EQ(line_of(process.out()), "up");
        (process.*stop)();
        EXPECT_TRUE(becomes_readable(process.exited())) << script;
        return process.reap().exit;
    };
    EXPECT_EQ(end_by("echo up; read line", &Process::terminate), "killed by referee");
    EXPECT_EQ(end_by("echo up; read line", &Process::kill), "killed by referee");
    EXPECT_EQ(end_by("trap '' TERM; echo up; read line", &Process::kill), "killed by referee");
    EXPECT_EQ(end_by("trap 'exit 3' TERM; echo up; read line", &Process::terminate), "exited 3");
    EXPECT_EQ(end_by("trap 'kill -USR1 $$' TERM; echo up; read line", &Process::terminate), "signal 10");
}

TEST_F(ProcessTest, stop_is_told_once_with_its_signal) {
    Spawner spawner;
    Process process(spawner, shell("echo up; read line"), 0);
    EXPECT_EQ(line_of(process.out()), "up");
    EXPECT_EQ(process.stop_seen(), std::nullopt);
    const auto await = [&](int change) { // without taking what stop_seen() is to tell
        siginfo_t info{};
        EXPECT_EQ(::waitid(P_PID, static_cast<id_t>(process.pid()), &info, change | WNOWAIT), 0);
    };
    for (const int signal : {SIGSTOP, SIGTSTP}) {
        EXPECT_EQ(::kill(process.pid(), signal), 0);
        await(WSTOPPED);
        EXPECT_EQ(process.stop_seen(), signal);
        EXPECT_EQ(process.stop_seen(), std::nullopt);
        EXPECT_EQ(::kill(process.pid(), SIGCONT), 0);
        await(WCONTINUED);
        EXPECT_EQ(process.stop_seen(), SIGCONT);
    }
    process.kill();
    EXPECT_EQ(process.reap().exit, "killed by referee");
}

TEST_F(ProcessTest, rest_of_the_group_dies_when_the_child_is_reaped) {
    Spawner spawner;
    Process process(spawner, shell("sleep 1000 >&- 2>&- & echo $!"), 0);
    const Watched child(std::stoi(line_of(process.out())));
    EXPECT_TRUE(becomes_readable(process.exited()));
    EXPECT_FALSE(child.has_ended());
    EXPECT_EQ(process.reap().exit, "exited 0");
    EXPECT_TRUE(child.ends());
}

TEST_F(ProcessTest, signals_reach_the_whole_group) {
    Spawner spawner;
    Process process(spawner, shell("sleep 1000 & echo $!; wait"), 0);
    const Watched child(std::stoi(line_of(process.out())));
    process.terminate();
    EXPECT_TRUE(child.ends());
    EXPECT_TRUE(becomes_readable(process.exited()));
    EXPECT_EQ(process.reap().exit, "killed by referee");
}

TEST_F(ProcessTest, destructor_kills_the_child_and_its_group) {
    std::optional<Watched> agent;
    std::optional<Watched> child;
    {
        Spawner spawner;
        Process process(spawner, shell("trap '' TERM; sleep 1000 & echo $$; echo $!; wait"), 0);
        agent.emplace(std::stoi(line_of(process.out())));
        child.emplace(std::stoi(line_of(process.out())));
    }
    EXPECT_TRUE(agent->has_ended());
    EXPECT_TRUE(child->ends());
    EXPECT_TRUE(has_no_children());
}

TEST_F(ProcessTest, child_that_makes_us_its_tracer_ends_alone) {
    const pid_t child = ::fork();
    if (child == 0) {
        ::ptrace(PTRACE_TRACEME, 0, nullptr, nullptr);
        while (true) {
            ::pause();
        }
    }
    while (!tracer_of(child)) {
        std::this_thread::yield();
    }
    reap_soon(child, std::chrono::milliseconds(1)); // kills what traces it
    EXPECT_FALSE(process_status(child));
}

TEST_F(ProcessTest, child_dies_with_the_referee) {
    int ends[2];
    ASSERT_EQ(::pipe(ends), 0);
    const pid_t referee = ::fork();
    ASSERT_GE(referee, 0);
    if (referee == 0) {
        Spawner spawner;
        Process process(spawner, shell("echo $$; exec sleep 1000"), 0);
        const std::string pid = line_of(process.out()) + "\n";
        if (::write(ends[1], pid.data(), pid.size()) < 0) {
            ::_exit(1);
        }
        ::pause();
        ::_exit(0);
    }
    const Watched agent(std::stoi(line_of(ends[0])));
    EXPECT_FALSE(agent.has_ended());
    ::kill(referee, SIGKILL);
    ::waitpid(referee, nullptr, 0);
    EXPECT_TRUE(agent.ends());
    ::close(ends[0]);
    ::close(ends[1]);
}

#ifndef __SANITIZE_THREAD__ // under which the launcher forks and does not see that exec failed
TEST_F(ProcessTest, file_that_cannot_be_executed_is_a_user_error_and_leaves_nothing) {
    const TemporaryDir dir;
    dir.file("closed", "#!/bin/sh\n", false);
    dir.file("garbage",
             "\x7f"
             "ELF, but not really\n",
             true);
    dir.file("lost", "#!/nowhere/sh\n", true);
    const auto open_descriptors = [] {
        return std::distance(std::filesystem::directory_iterator("/proc/self/fd"), {});
    };
    const auto before = open_descriptors();
    struct Row {
        const char* file;
        const char* why;
    };
    for (const Row& row : {Row{"nothing", "No such file"}, Row{"closed", "Permission denied"},
                           Row{"garbage", "Exec format error"}, Row{"lost", "No such file"}}) {
        const Program program{
            .executable = dir / row.file, .words = {row.file, "--x"}, .dir = {}, .variables = {}};
        Spawner spawner;
        EXPECT_THAT(user_error_text([&] { Process process(spawner, program, 0); }),
                    AllOf(HasSubstr("agent command '" + std::string(row.file) + " --x'"),
                          HasSubstr((dir / row.file).string() + " cannot be executed"), HasSubstr(row.why)));
        EXPECT_TRUE(has_no_children()) << row.file;
    }
    EXPECT_EQ(open_descriptors(), before);
}
#endif

TEST_F(ProcessTest, hundred_children_of_four_threads_leave_no_descriptor_open) {
    const auto open_descriptors = [] {
        return std::distance(std::filesystem::directory_iterator("/proc/self/fd"), {});
    };
    const auto before = open_descriptors();
    std::vector<std::thread> threads;
    for (int t = 0; t < 4; ++t) {
        threads.emplace_back([] {
            Spawner spawner;
            for (int i = 0; i < 25; ++i) {
                Process process(spawner, shell("exit 5"), 0);
                EXPECT_EQ(process.reap().exit, "exited 5");
            }
        });
    }
    for (std::thread& thread : threads) {
        thread.join();
    }
    EXPECT_EQ(open_descriptors(), before);
}

} // namespace
} // namespace referee
