#include "referee/base/descriptor.hpp"
#include "tests/support/temporary_dir.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cerrno>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <poll.h>
#include <sys/file.h>
#include <unistd.h>

namespace referee {

namespace {

bool is_open(int fd) {
    return ::fcntl(fd, F_GETFD) >= 0;
}

bool is_readable(const Event& event) {
    ::pollfd wanted{.fd = event.fd(), .events = POLLIN, .revents = 0};
    return ::poll(&wanted, 1, 0) == 1;
}

TEST(Descriptor, is_closed_once_by_its_last_owner) {
    int fd = -1;
    {
        Descriptor first(::open("/dev/null", O_RDONLY | O_CLOEXEC));
        fd = first.fd();
        Descriptor second = std::move(first);
        EXPECT_EQ(second.fd(), fd);
        first.reset(); // owns nothing
        EXPECT_TRUE(is_open(fd));
    }
    EXPECT_FALSE(is_open(fd));
}

TEST(Descriptor, error_of_a_call_names_what_failed) {
    errno = EMFILE;
    try {
        throw_errno("cannot open it");
    } catch (const std::system_error& error) {
        EXPECT_EQ(error.code().value(), EMFILE);
        EXPECT_STREQ(error.what(), "cannot open it: Too many open files");
    }
}

TEST(Event, is_readable_from_its_signal_until_it_is_cleared) {
    const Event event;
    EXPECT_FALSE(is_readable(event));
    event.clear(); // nothing was signalled: does not wait
    event.signal();
    event.signal();
    EXPECT_TRUE(is_readable(event));
    event.clear();
    EXPECT_FALSE(is_readable(event));
}

} // namespace

namespace {

using testing_support::TemporaryDir;

// File systems that lack locks and flushes: tests/e2e/lacks_test.py.

FileLock lock_on(const std::filesystem::path& dir) {
    return {Descriptor(::open(dir.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)), LOCK_EX | LOCK_NB, dir};
}

TEST(FileLock, one_holds_it_until_its_end) {
    const TemporaryDir dir;
    FileLock first = lock_on(dir.path());
    EXPECT_GE(first.fd(), 0);
    EXPECT_EQ(first.missing(), "");
    EXPECT_LT(lock_on(dir.path()).fd(), 0);
    first.reset();
    EXPECT_GE(lock_on(dir.path()).fd(), 0);
}

TEST(FlushToDisk, pipe_has_no_disk_and_a_closed_file_is_an_error) {
    const TemporaryDir dir;
    const std::filesystem::path file = dir.file("file", "x");
    EXPECT_TRUE(flush_to_disk(Descriptor(::open(file.c_str(), O_WRONLY | O_CLOEXEC)), file));
    std::array<int, 2> ends{};
    ASSERT_EQ(::pipe2(ends.data(), O_CLOEXEC), 0);
    const Descriptor out(ends[0]);
    EXPECT_FALSE(flush_to_disk(Descriptor(ends[1]), "pipe"));
    EXPECT_THROW(flush_to_disk(Descriptor(), "nothing"), std::system_error);
}

} // namespace

} // namespace referee
