#pragma once
// What ends a wait early.

#include <functional>

#include <poll.h>

namespace referee {

/// Asks for a stop by a descriptor that becomes readable: a signalfd, or an eventfd that was written to.
struct StopToken {
    int fd = -1; ///< -1: never
    /// Called when `fd` is readable: whether that is a stop. It may read what is no stop away. Empty: it
    /// always is one.
    std::function<bool()> confirm{};

    /// Whether a stop has been asked for. Does not wait.
    [[nodiscard]] bool requested() const {
        pollfd descriptor{.fd = fd, .events = POLLIN, .revents = 0};
        return fd >= 0 && ::poll(&descriptor, 1, 0) > 0 && (!confirm || confirm());
    }
};

} // namespace referee
