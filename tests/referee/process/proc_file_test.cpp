#include "referee/process/proc_file.hpp"
#include "referee/process/process.hpp"
#include "tests/referee/process/shell.hpp"
#include "tests/support/temporary_dir.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <filesystem>
#include <thread>

namespace referee {
namespace {

using namespace std::chrono_literals;
using namespace testing_support;
using testing::ElementsAre;
using testing::IsEmpty;

TEST(ProcFile, unreadable_file_is_empty) {
    EXPECT_EQ(read_proc_file("/proc/0/stat"), "");
    EXPECT_EQ(read_proc_file("/proc"), "");
    EXPECT_NE(read_proc_file("/proc/self/stat"), "");
}

TEST(ProcFile, files_longer_than_a_block_are_whole) {
    const TemporaryDir dir;
    const std::string text(10'000, 'x');
    EXPECT_EQ(read_proc_file(dir.file("long", text)), text);
}

TEST(ProcFile, content_is_cut_where_no_environment_goes_on) {
    const TemporaryDir dir;
    const std::string text(kMostProcBytes + 10'000, 'x');
    EXPECT_EQ(read_proc_file(dir.file("long", text)).size(), kMostProcBytes);
}

TEST(ProcFile, numbers_are_followed_by_blanks) {
    EXPECT_THAT(pids_in(""), IsEmpty());
    EXPECT_THAT(pids_in("1 "), ElementsAre(1));
    EXPECT_THAT(pids_in("12 4194304 7 "), ElementsAre(12, 4194304, 7));
    EXPECT_THAT(pids_in("12 7"), ElementsAre(12, 7));
    EXPECT_THAT(pids_in("12 x 7 "), ElementsAre(12));
}

TEST(ProcFile, status_of_this_process) {
    const auto status = process_status(::getpid());
    ASSERT_TRUE(status);
    EXPECT_EQ(status->state, 'R');
    EXPECT_EQ(status->parent, ::getppid());
}

TEST(ProcFile, missing_process_has_no_status) {
    EXPECT_FALSE(process_status(0));
    EXPECT_FALSE(process_status(-1));
    Spawner spawner;
    Process process(spawner, shell("exit 0"), 0);
    const pid_t pid = process.pid();
    EXPECT_EQ(process.reap().exit, "exited 0");
    EXPECT_FALSE(process_status(pid));
}

// The line holds the first 15 bytes of the program's file name.
TEST(ProcFile, threads_of_a_process_are_listed) {
    // A sanitizer may have a thread of its own.
    EXPECT_THAT(threads_of(::getpid(), 9), testing::Contains(::getpid()));
    std::atomic<bool> is_over = false;
    std::atomic<pid_t> id = 0;
    std::thread spinner([&] {
        id = ::gettid();
        while (!is_over) {
        }
    });
    while (id == 0) {
        std::this_thread::yield();
    }
    EXPECT_THAT(threads_of(::getpid(), 9), testing::IsSupersetOf({::getpid(), id.load()}));
    EXPECT_EQ(threads_of(::getpid(), 1), std::vector{::getpid()});
    EXPECT_TRUE(is_any_runnable(::getpid(), {id}));
    EXPECT_FALSE(is_any_runnable(::getpid(), {}));
    EXPECT_FALSE(is_any_runnable(::getpid(), {0})) << "no thread has this number";
    is_over = true;
    spinner.join();
}

TEST(ProcFile, number_that_was_started_last_changes_with_each_process_and_thread) {
    const auto before = last_started();
    ASSERT_TRUE(before.has_value());
    std::thread([] {}).join();
    const auto after_thread = last_started();
    EXPECT_NE(after_thread, before);
    Spawner spawner;
    Process process(spawner, shell("exit 0"), 0);
    EXPECT_NE(last_started(), after_thread);
    static_cast<void>(process.reap());
    bool stays = false; // where nothing is started
    for (int i = 0; i < 10'000 && !stays; ++i) {
        const auto now = last_started();
        stays = now == last_started();
    }
    EXPECT_TRUE(stays);
}

TEST(ProcFile, missing_process_has_no_threads) {
    EXPECT_TRUE(threads_of(0, 9).empty());
}

TEST(ProcFile, name_of_a_process_may_hold_any_bytes) {
    const TemporaryDir dir;
    for (const char* name : {"a b", ") R 1", "(x) Z 1 2 3", "((", "x)\ny 5"}) {
        const auto path = dir / name;
        std::filesystem::copy_file("/bin/cat", path);
        Spawner spawner;
        Process process(
            spawner, Program{.executable = path.string(), .words = {"cat"}, .dir = {}, .variables = {}}, 0);
        ASSERT_EQ(::write(process.in(), "\n", 1), 1);
        ASSERT_TRUE(becomes_readable(process.out())); // exec has succeeded
        const auto status = process_status(process.pid());
        ASSERT_TRUE(status) << name;
        EXPECT_EQ(status->parent, ::getpid()) << name;
        EXPECT_THAT(status->state, testing::AnyOf('S', 'R')) << name;
        EXPECT_EQ(status->waited_for, 0ms) << name;
    }
}

TEST(ProcFile, zombie_has_a_status) {
    Spawner spawner;
    Process process(spawner, shell("exit 0"), 0);
    ASSERT_TRUE(becomes_readable(process.exited()));
    const auto status = process_status(process.pid());
    ASSERT_TRUE(status);
    EXPECT_EQ(status->state, 'Z');
    EXPECT_EQ(process.reap().exit, "exited 0");
}

TEST(ProcFile, time_of_children_that_were_waited_for) {
    Spawner spawner;
    Process process(spawner,
                    shell("sh -c 'i=0; while [ $i -lt 100000 ]; do i=$((i+1)); done'; echo; read go"), 0);
    ASSERT_TRUE(becomes_readable(process.out()));
    const auto status = process_status(process.pid());
    ASSERT_TRUE(status);
    EXPECT_GE(status->waited_for, 10ms);
    EXPECT_EQ(status->waited_for % 10ms, 0ms);
}

TEST(ProcFile, process_is_below_itself_and_its_parent_but_not_below_a_stranger) {
    EXPECT_TRUE(is_below(::getpid(), ::getpid()));
    EXPECT_TRUE(is_below(::getpid(), ::getppid()));
    EXPECT_FALSE(is_below(::getppid(), ::getpid()));
    EXPECT_FALSE(is_below(0, ::getpid()));
}

} // namespace
} // namespace referee
