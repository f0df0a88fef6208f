#include "referee/agent/wait_set.hpp"

#include <algorithm>

namespace ataxx {

WaitSet::WaitSet()
    : set_(::epoll_create1(EPOLL_CLOEXEC)) {
    if (set_.fd() < 0) {
        throw_errno("cannot make a set of descriptors to wait for");
    }
}

void WaitSet::add(int fd, std::uint32_t events, std::uint32_t tag) {
    epoll_event event{.events = events, .data = {.u32 = tag}};
    if (::epoll_ctl(set_.fd(), EPOLL_CTL_ADD, fd, &event) != 0) {
        throw_errno("cannot watch an agent's pipe");
    }
}

void WaitSet::change(int fd, std::uint32_t events, std::uint32_t tag) {
    epoll_event event{.events = events, .data = {.u32 = tag}};
    if (::epoll_ctl(set_.fd(), EPOLL_CTL_MOD, fd, &event) != 0) {
        throw_errno("cannot watch an agent's pipe");
    }
}

void WaitSet::remove(int fd) noexcept {
    ::epoll_ctl(set_.fd(), EPOLL_CTL_DEL, fd, nullptr);
}

std::span<const epoll_event> WaitSet::wait(SteadyTime::time_point now, SteadyTime::time_point deadline) {
    const auto left = std::max(std::chrono::nanoseconds(0), std::chrono::nanoseconds(deadline - now));
    int count = -1;
    if (waits_precisely_) {
        const auto seconds = std::chrono::floor<std::chrono::seconds>(left);
        const timespec timeout{.tv_sec = seconds.count(), .tv_nsec = (left - seconds).count()};
        count =
            ::epoll_pwait2(set_.fd(), events_.data(), static_cast<int>(events_.size()), &timeout, nullptr);
        waits_precisely_ = count >= 0 || (errno != ENOSYS && errno != EPERM);
    }
    if (!waits_precisely_) {
        constexpr std::chrono::milliseconds kLongest = std::chrono::hours(1);
        const auto rounded = std::min(std::chrono::ceil<std::chrono::milliseconds>(left), kLongest);
        count = ::epoll_wait(set_.fd(), events_.data(), static_cast<int>(events_.size()),
                             static_cast<int>(rounded.count()));
    }
    if (count < 0 && errno != EINTR) {
        throw_errno("cannot wait for agents");
    }
    return {events_.data(), static_cast<std::size_t>(std::max(count, 0))};
}

} // namespace ataxx
