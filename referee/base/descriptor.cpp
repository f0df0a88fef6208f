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
    int fd = 0;
    do { // open() returns the lowest free number
        fd = ::open("/dev/null", O_RDWR);
        if (fd < 0) {
            throw_errno("cannot open /dev/null");
        }
    } while (fd <= STDERR_FILENO);
    ::close(fd);
}

void ignore_file_size_signal() noexcept {
    std::signal(SIGXFSZ, SIG_IGN);
}

void throw_errno(const char* what) {
    throw std::system_error(errno, std::generic_category(), what);
}

} // namespace referee
