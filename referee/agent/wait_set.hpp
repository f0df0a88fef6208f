#pragma once
// Waiting for many descriptors again and again. The kernel keeps the set between waits, so that a wait costs
// the same however many are watched. Source: epoll(7).

#include "referee/agent/clock.hpp"
#include "referee/agent/descriptor.hpp"

#include <array>
#include <cstdint>
#include <span>

#include <sys/epoll.h>

namespace ataxx {

/// Descriptors, each with the events to wait for (EPOLLIN, EPOLLOUT, EPOLLET; errors always count) and a tag
/// that comes back with them in `data.u32`. Throws std::system_error when the machine cannot.
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
    Descriptor set_;
    std::array<epoll_event, 16> events_;
    bool waits_precisely_ = true; ///< false on kernels before 5.11, where waits end on whole milliseconds
};

} // namespace ataxx
