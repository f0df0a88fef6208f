#include "referee/talk/pipe_io.hpp"

#include "referee/base/descriptor.hpp"

#include <algorithm>
#include <cerrno>

#include <unistd.h>

namespace referee {

bool wait_until(std::span<pollfd> descriptors, SteadyTime::time_point now, SteadyTime::time_point deadline) {
    const auto left = std::max(std::chrono::nanoseconds(0), std::chrono::nanoseconds(deadline - now));
    const auto seconds = std::chrono::floor<std::chrono::seconds>(left);
    const timespec timeout{.tv_sec = seconds.count(), .tv_nsec = (left - seconds).count()};
    const int ready = ::ppoll(descriptors.data(), descriptors.size(), &timeout, nullptr);
    if (ready < 0) {
        if (errno != EINTR) {
            throw_errno("cannot wait for agents");
        }
        for (pollfd& descriptor : descriptors) {
            descriptor.revents = 0;
        }
    }
    return ready > 0;
}

ssize_t read_some(int fd, char* to, std::size_t size) noexcept {
    ssize_t got = 0;
    do {
        got = ::read(fd, to, size);
    } while (got < 0 && errno == EINTR);
    return got < 0 && errno != EAGAIN ? 0 : got;
}

std::optional<std::size_t> write_some(int fd, std::string_view text) noexcept {
    ssize_t put = 0;
    do {
        put = ::write(fd, text.data(), text.size());
    } while (put < 0 && errno == EINTR);
    if (put < 0) {
        return errno == EAGAIN ? std::optional<std::size_t>(0) : std::nullopt;
    }
    return static_cast<std::size_t>(put);
}

} // namespace referee
