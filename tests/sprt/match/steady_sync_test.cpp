#include "sprt/match/steady_sync.hpp"
#include "tests/support/temporary_dir.hpp"

#include <gtest/gtest.h>

#include <system_error>

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

namespace sprt {
namespace {

using ataxx::testing_support::content_of;
using ataxx::testing_support::TemporaryDir;

/// From now on nothing can be flushed: the log's descriptor becomes one that only names its file.
void break_descriptor(const ataxx::LogFile& log) {
    const ataxx::Descriptor name(::open(log.path().c_str(), O_PATH | O_CLOEXEC));
    for (int fd = 3; fd < 256; ++fd) {
        std::error_code error;
        const auto link = std::filesystem::read_symlink("/proc/self/fd/" + std::to_string(fd), error);
        if (!error && link == log.path() && fd != name.fd()) {
            ASSERT_EQ(::dup3(name.fd(), fd, O_CLOEXEC), fd);
        }
    }
}

/// Whether a flush fails, which shows when something is appended later on.
bool fails_in_time(SteadySync& sync) {
    constexpr int kPatienceMs = 60'000;
    for (int waited = 0; waited < kPatienceMs; ++waited) {
        try {
            sync.appended();
        } catch (const std::system_error&) {
            return true;
        }
        ::poll(nullptr, 0, 1);
    }
    return false;
}

class SteadySyncTest : public ::testing::Test {
  protected:
    TemporaryDir dir_;
    ataxx::LogFile log_{dir_ / "games.jsonl", ""};
};

TEST_F(SteadySyncTest, FlushesWhatIsAppendedAndTellsTheNextOneWhenThatFails) {
    SteadySync sync(log_);
    log_.append("one");
    break_descriptor(log_);
    EXPECT_TRUE(fails_in_time(sync));
    EXPECT_THROW(sync.appended(), std::system_error) << "and every other one";
}

TEST_F(SteadySyncTest, EndsWithoutWaitingForAnybody) {
    { const SteadySync idle(log_); }
    {
        SteadySync busy(log_);
        log_.append("one");
        busy.appended();
    }
    EXPECT_EQ(content_of(log_.path()), "one\n");
}

TEST_F(SteadySyncTest, EndsAfterAFailureThatNobodyAskedFor) {
    SteadySync sync(log_);
    break_descriptor(log_);
    sync.appended();
}

} // namespace
} // namespace sprt
