#include "referee/base/descriptor.hpp"

#include <cerrno>
#include <csignal>
#include <cstdint>
#include <system_error>

#include <fcntl.h>
#include <sys/eventfd.h>
#include <unistd.h>

namespace referee {

void Descriptor::reset() noexcept {
    if (fd_ >= 0) {
        ::close(fd_);
        fd_ = -1;
    }
}

void open_standard_descriptors() {
    for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; ++fd) {
        const bool is_closed = ::fcntl(fd, F_GETFD) < 0;
        if (is_closed && ::open("/dev/null", O_RDWR) < 0) { // open() returns the lowest free number
            throw_errno("cannot open /dev/null in place of a closed standard stream");
        }
    }
}

void ignore_file_size_signal() noexcept {
    std::signal(SIGXFSZ, SIG_IGN);
}

void throw_errno(const char* what) {
    throw std::system_error(errno, std::generic_category(), what);
}

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
