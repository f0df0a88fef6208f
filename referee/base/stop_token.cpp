#include "referee/base/stop_token.hpp"

#include <poll.h>

namespace referee {

bool StopToken::requested() const {
    pollfd descriptor{.fd = fd, .events = POLLIN, .revents = 0};
    return fd >= 0 && ::poll(&descriptor, 1, 0) > 0 && (source == nullptr || source->is_stop());
}

} // namespace referee
