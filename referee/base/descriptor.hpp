#pragma once
// Ownership of a file descriptor.

#include <cerrno>
#include <system_error>
#include <utility>

#include <unistd.h>

namespace referee {

/// Closes the descriptor it owns. -1 owns nothing.
class Descriptor {
  public:
    Descriptor() = default;
    explicit Descriptor(int fd) noexcept
        : fd_(fd) {}
    Descriptor(Descriptor&& other) noexcept
        : fd_(std::exchange(other.fd_, -1)) {}
    Descriptor& operator=(Descriptor&& other) noexcept {
        std::swap(fd_, other.fd_);
        return *this;
    }
    ~Descriptor() { reset(); }

    [[nodiscard]] int fd() const noexcept { return fd_; }
    void reset() noexcept {
        if (fd_ >= 0) {
            ::close(fd_);
            fd_ = -1;
        }
    }

  private:
    int fd_ = -1;
};

/// Throws what errno says, naming what was tried. World error: exit status 3.
[[noreturn]] inline void throw_errno(const char* what) {
    throw std::system_error(errno, std::generic_category(), what);
}

} // namespace referee
