#include "referee/talk/pipe_io.hpp"

#include "referee/base/descriptor.hpp"

#include <algorithm>
#include <cerrno>

#include <sys/timerfd.h>
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
    const ssize_t got = retried([&] { return ::read(fd, to, size); });
    return got < 0 && errno != EAGAIN ? 0 : got;
}

std::optional<std::size_t> write_some(int fd, std::string_view text) noexcept {
    const ssize_t put = retried([&] { return ::write(fd, text.data(), text.size()); });
    if (put < 0) {
        return errno == EAGAIN ? std::optional<std::size_t>(0) : std::nullopt;
    }
    return static_cast<std::size_t>(put);
}

namespace {

constexpr std::uint64_t kAlarm = std::uint64_t{1} << 32; // differs from every tag of 32 bits

} // namespace

WaitSet::WaitSet()
    : set_(::epoll_create1(EPOLL_CLOEXEC))
    , alarm_(::timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC | TFD_NONBLOCK)) {
    if (set_.fd() < 0 || alarm_.fd() < 0) {
        throw_errno("cannot make a set of descriptors to wait for");
    }
    control(EPOLL_CTL_ADD, alarm_.fd(), EPOLLIN | EPOLLET, kAlarm);
}

void WaitSet::add(int fd, std::uint32_t events, std::uint32_t tag) {
    control(EPOLL_CTL_ADD, fd, events, tag);
}

void WaitSet::change(int fd, std::uint32_t events, std::uint32_t tag) {
    control(EPOLL_CTL_MOD, fd, events, tag);
}

void WaitSet::remove(int fd) noexcept {
    ::epoll_ctl(set_.fd(), EPOLL_CTL_DEL, fd, nullptr);
}

void WaitSet::control(int operation, int fd, std::uint32_t events, std::uint64_t tag) {
    epoll_event event{.events = events, .data = {.u64 = tag}};
    if (::epoll_ctl(set_.fd(), operation, fd, &event) != 0) {
        throw_errno("cannot watch an agent's pipe");
    }
}

/// SteadyTime is CLOCK_MONOTONIC.
void WaitSet::set_alarm(SteadyTime::time_point at) {
    const auto seconds = std::chrono::floor<std::chrono::seconds>(at.time_since_epoch());
    const itimerspec when{
        .it_interval = {},
        .it_value = {.tv_sec = seconds.count(), .tv_nsec = (at.time_since_epoch() - seconds).count()}};
    if (::timerfd_settime(alarm_.fd(), TFD_TIMER_ABSTIME, &when, nullptr) != 0) {
        throw_errno("cannot set a timer for agents");
    }
    alarm_at_ = at;
}

std::span<const epoll_event> WaitSet::wait(SteadyTime::time_point now, SteadyTime::time_point deadline) {
    constexpr int kForEver = -1;
    constexpr int kExactWaits = 64;
    may_be_late_ = false;
    const bool is_exact = exact_waits_ > 0;
    exact_waits_ -= is_exact ? 1 : 0;
    while (true) {
        const bool only_looks = deadline <= now;
        if (!only_looks && (deadline < alarm_at_ || (is_exact && deadline != alarm_at_))) {
            set_alarm(deadline);
        }
        const int count = ::epoll_wait(set_.fd(), events_.data(), static_cast<int>(events_.size()),
                                       only_looks ? 0 : kForEver);
        if (count < 0 && errno != EINTR) {
            throw_errno("cannot wait for agents");
        }
        const auto end = events_.begin() + std::max(count, 0);
        const auto others = std::remove_if(events_.begin(), end,
                                           [](const epoll_event& event) { return event.data.u64 == kAlarm; });
        may_be_late_ = may_be_late_ || only_looks || others != end || others == events_.begin();
        if (others != end) {
            alarm_at_ = SteadyTime::time_point::max();
        }
        if (others != events_.begin() || others == end || only_looks) {
            return {events_.begin(), others};
        }
        now = SteadyTime::now(); // only the alarm came: it may have been set for an earlier wait
        if (now < deadline) {
            exact_waits_ = kExactWaits;
        }
    }
}

} // namespace referee
