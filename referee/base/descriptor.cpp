#include "referee/base/descriptor.hpp"

#include <cerrno>
#include <csignal>
#include <system_error>

#include <fcntl.h>
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

} // namespace referee
