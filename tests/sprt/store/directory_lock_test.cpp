#include "sprt/store/directory_lock.hpp"
#include "tests/support/temporary_dir.hpp"
#include "tests/support/user_error_text.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <csignal>
#include <optional>
#include <system_error>

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

namespace sprt {
namespace {

using referee::testing_support::TemporaryDir;
using referee::testing_support::user_error_text;

std::string in_use(const TemporaryDir& dir) {
    return dir.path().string() + " is in use: another sprt plays a run there";
}

TEST(DirectoryLock, second_lock_on_a_directory_is_refused) {
    const TemporaryDir dir;
    std::optional<DirectoryLock> lock(dir.path());
    EXPECT_EQ(user_error_text([&] { DirectoryLock another(dir.path()); }), in_use(dir));
    lock.reset();
    EXPECT_NO_THROW(lock.emplace(dir.path()));
}

TEST(DirectoryLock, lock_is_held_after_a_move) {
    const TemporaryDir dir;
    std::optional<DirectoryLock> first(dir.path());
    std::optional<DirectoryLock> second(std::move(*first));
    first.reset();
    EXPECT_EQ(user_error_text([&] { DirectoryLock another(dir.path()); }), in_use(dir));
    second.reset();
    EXPECT_NO_THROW(DirectoryLock(dir.path()));
}

TEST(DirectoryLock, lock_holds_for_its_own_directory_only) {
    const TemporaryDir dir;
    const TemporaryDir other;
    const DirectoryLock lock(dir.path());
    EXPECT_NO_THROW(DirectoryLock(other.path()));
}

TEST(DirectoryLock, lock_of_another_process_holds_until_that_process_ends) {
    const TemporaryDir dir;
    int pipe[2];
    ASSERT_EQ(::pipe2(pipe, O_CLOEXEC), 0);
    const pid_t child = ::fork();
    if (child == 0) {
        const DirectoryLock lock(dir.path());
        static_cast<void>(!::write(pipe[1], "x", 1));
        while (true) {
            ::pause();
        }
    }
    char byte = 0;
    ASSERT_EQ(::read(pipe[0], &byte, 1), 1);
    EXPECT_EQ(user_error_text([&] { DirectoryLock lock(dir.path()); }), in_use(dir));
    ::kill(child, SIGKILL);
    ASSERT_EQ(::waitpid(child, nullptr, 0), child);
    EXPECT_NO_THROW(DirectoryLock(dir.path()));
    ::close(pipe[0]);
    ::close(pipe[1]);
}

/// An agent that outlives its run must not keep the lock.
TEST(DirectoryLock, lock_is_not_inherited_by_agents) {
    const TemporaryDir dir;
    const DirectoryLock lock(dir.path());
    bool seen = false;
    for (int fd = 3; fd < 256; ++fd) {
        std::error_code error;
        const auto link = std::filesystem::read_symlink("/proc/self/fd/" + std::to_string(fd), error);
        if (!error && link == dir.path()) {
            seen = true;
            EXPECT_NE(::fcntl(fd, F_GETFD) & FD_CLOEXEC, 0);
        }
    }
    EXPECT_TRUE(seen);
}

TEST(DirectoryLock, path_that_is_no_directory_is_a_system_error) {
    const TemporaryDir dir;
    dir.file("plain", "");
    EXPECT_THROW(DirectoryLock(dir / "plain"), std::system_error);
    EXPECT_THROW(DirectoryLock(dir / "nothing"), std::system_error);
}

TEST(DirectoryLock, others_see_it_without_taking_it) {
    const TemporaryDir dir;
    EXPECT_FALSE(is_locked(dir.path()));
    {
        const DirectoryLock lock(dir.path());
        EXPECT_TRUE(is_locked(dir.path()));
    }
    EXPECT_FALSE(is_locked(dir.path()));
    EXPECT_FALSE(is_locked(dir / "nothing"));
}

} // namespace
} // namespace sprt
