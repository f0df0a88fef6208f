#include "referee/base/event.hpp"

#include <cstdint>

#include <sys/eventfd.h>
#include <unistd.h>

namespace referee {

Event::Event()
    : descriptor_(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {
    if (descriptor_.fd() < 0) {
        throw_errno("cannot make an event");
    }
}

void Event::signal() const noexcept {
    const std::uint64_t one = 1;
    static_cast<void>(!::write(descriptor_.fd(), &one, sizeof one)); // fails only after 2^64 signals
}

void Event::clear() const noexcept {
    std::uint64_t count = 0;
    static_cast<void>(!::read(descriptor_.fd(), &count, sizeof count)); // fails when nothing was signalled
}

} // namespace referee
