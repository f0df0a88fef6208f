#pragma once
// Reading from, writing to and waiting for pipes that do not block.

#include "referee/base/descriptor.hpp"
#include "referee/base/time.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include <poll.h>
#include <sys/epoll.h>
#include <sys/types.h>

namespace referee {

/// Waits for events until `deadline`; false when none came. Does not wait when the deadline has passed.
/// Throws std::system_error when the machine cannot wait.
bool wait_until(std::span<pollfd> descriptors, SteadyTime::time_point now, SteadyTime::time_point deadline);

/// read() that retries after signals. Returns the number of bytes, 0 at the end of the stream or after an
/// error, -1 when there is nothing to read now.
[[nodiscard]] ssize_t read_some(int fd, char* to, std::size_t size) noexcept;

/// write() that retries after signals. Returns the number of bytes that the pipe took; empty when nobody can
/// read the pipe.
[[nodiscard]] std::optional<std::size_t> write_some(int fd, std::string_view text) noexcept;

// Repeated waits for the same descriptors. The kernel keeps the set between waits, so the cost of a wait does
// not depend on the number of descriptors. Source: epoll(7), timerfd_create(2).

/// Descriptors, each with the events to wait for (EPOLLIN, EPOLLOUT, EPOLLET; errors are always reported) and
/// a tag, which its events have in `data.u64`. Throws std::system_error when a system call fails.
///
/// Remove a descriptor before it is closed: a child of another thread may have a copy for a moment, and the
/// set would still report its events.
class WaitSet {
  public:
    WaitSet();

    void add(int fd, std::uint32_t events, std::uint32_t tag);
    void change(int fd, std::uint32_t events, std::uint32_t tag);
    void remove(int fd) noexcept;

    /// Waits for events until `deadline`; `now` is about the current time. Empty when none came, or when a
    /// signal came. Does not wait when the deadline has passed. Valid until the next wait.
    [[nodiscard]] std::span<const epoll_event> wait(SteadyTime::time_point now,
                                                    SteadyTime::time_point deadline);
    /// Whether the last wait may have ended after its deadline. The caller need not read the clock when not.
    [[nodiscard]] bool may_be_late() const noexcept { return may_be_late_; }

  private:
    void control(int operation, int fd, std::uint32_t events, std::uint64_t tag);
    void set_alarm(SteadyTime::time_point at);

    Descriptor set_;
    Descriptor alarm_; ///< timerfd, in the set
    /// The time of the alarm; max: no alarm. A wait with a later deadline does not set the alarm again: that
    /// would cost a third of a microsecond for each wait, and most end long before. Where waits are long an
    /// alarm that comes too early wakes an idle core, which costs tens of them: after one the alarm is set
    /// exactly for some waits.
    SteadyTime::time_point alarm_at_ = SteadyTime::time_point::max();
    int exact_waits_ = 0; ///< left
    bool may_be_late_ = false;
    std::array<epoll_event, 16> events_;
};

} // namespace referee
