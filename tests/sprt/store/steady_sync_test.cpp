#include "referee/base/descriptor.hpp"
#include "sprt/store/steady_sync.hpp"
#include "tests/support/temporary_dir.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <system_error>

#include <fcntl.h>
#include <unistd.h>

namespace sprt {
namespace {

namespace fs = std::filesystem;

/// The descriptor of `file` in this process; -1 when `file` is not open.
int descriptor_of(const fs::path& file) {
    for (const auto& entry : fs::directory_iterator("/proc/self/fd")) {
        std::error_code gone; // ignored: a descriptor may be closed meanwhile
        if (fs::read_symlink(entry.path(), gone) == file) {
            return std::stoi(entry.path().filename());
        }
    }
    return -1;
}

class SteadySyncTest : public ::testing::Test {
  protected:
    referee::testing_support::TemporaryDir temporary_;
    referee::LogFile log_{temporary_.path() / "log", ""};
    SteadySync sync_{log_};
};

TEST_F(SteadySyncTest, end_succeeds_when_nothing_was_appended) {
    sync_.end();
}

TEST_F(SteadySyncTest, end_succeeds_right_after_a_line) {
    log_.append("line");
    sync_.appended();
    sync_.end();
    EXPECT_EQ(fs::file_size(log_.path()), 5U);
}

TEST_F(SteadySyncTest, failed_flush_is_thrown_by_appended_and_by_end) {
    const int fd = descriptor_of(log_.path());
    ASSERT_GE(fd, 0);
    const referee::Descriptor kept(::dup(fd));
    const referee::Descriptor useless(::open("/", O_PATH | O_CLOEXEC));
    ASSERT_EQ(::dup2(useless.fd(), fd), fd); // cannot be flushed: EBADF
    const auto append_for_a_minute = [&] {
        for (int i = 0; i < 60000; ++i) {
            sync_.appended();
            ::usleep(1000);
        }
    };
    EXPECT_THROW(append_for_a_minute(), std::system_error);
    ASSERT_EQ(::dup2(kept.fd(), fd), fd);
    EXPECT_NO_THROW(log_.sync());
    EXPECT_THROW(sync_.end(), std::system_error);
}

TEST_F(SteadySyncTest, damage_is_thrown_by_appended_and_by_end) {
    log_.append("line");
    fs::rename(log_.path(), temporary_.path() / "moved");
    const auto append_for_a_minute = [&] {
        for (int i = 0; i < 60000; ++i) {
            sync_.appended();
            ::usleep(1000);
        }
    };
    EXPECT_THROW(append_for_a_minute(), referee::LogDamaged);
    fs::rename(temporary_.path() / "moved", log_.path());
    EXPECT_THROW(sync_.end(), referee::LogDamaged) << "what was seen once is never forgotten";
}

TEST_F(SteadySyncTest, damage_after_the_last_flush_is_thrown_by_end) {
    log_.append("line");
    fs::resize_file(log_.path(), 3);
    EXPECT_THROW(sync_.end(), referee::LogDamaged);
}

} // namespace
} // namespace sprt
