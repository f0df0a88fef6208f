#include "referee/base/descriptor.hpp"

#include <gtest/gtest.h>

#include <cerrno>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <poll.h>

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
} // namespace referee
