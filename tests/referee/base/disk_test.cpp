#include "referee/base/disk.hpp"
#include "tests/support/temporary_dir.hpp"

#include <gtest/gtest.h>

#include <array>
#include <system_error>

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

namespace referee {
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
