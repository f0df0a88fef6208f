#pragma once
// Waiting for many descriptors again and again. The kernel keeps the set between waits, so that a wait costs
// the same however many are watched. Source: epoll(7), timerfd_create(2).

#include "referee/base/descriptor.hpp"
#include "referee/base/steady_time.hpp"

#include <array>
#include <cstdint>
#include <span>

#include <sys/epoll.h>

namespace referee {

/// Descriptors, each with the events to wait for (EPOLLIN, EPOLLOUT, EPOLLET; errors always count) and a tag
/// that comes back with them in `data.u64`. Throws std::system_error when the machine cannot.
///
/// A descriptor must be removed before it is closed: a child of another thread may hold its other name for a
/// moment, and the set would go on telling of it.
class WaitSet {
  public:
    WaitSet();

    void add(int fd, std::uint32_t events, std::uint32_t tag);
    void change(int fd, std::uint32_t events, std::uint32_t tag);
    void remove(int fd) noexcept;

    /// Waits for events until `deadline`; `now` is about now. Empty when none came, or a signal did. A
    /// deadline that has passed only looks. Valid until the next wait.
    [[nodiscard]] std::span<const epoll_event> wait(SteadyTime::time_point now,
                                                    SteadyTime::time_point deadline);

  private:
    void control(int operation, int fd, std::uint32_t events, std::uint64_t tag);
    void set_alarm(SteadyTime::time_point at);

    Descriptor set_;
    Descriptor alarm_; ///< timerfd, in the set
    /// When it rings; max: not. A wait whose deadline is later leaves it as it is: setting it for each wait
    /// would cost a third of a microsecond, one ring too early a wait costs two, and most waits are over long
    /// before.
    SteadyTime::time_point alarm_at_ = SteadyTime::time_point::max();
    std::array<epoll_event, 16> events_;
};

} // namespace referee
