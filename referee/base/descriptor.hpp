#pragma once
// Ownership of a file descriptor, and what goes wrong with descriptors.

#include <utility>

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
    void reset() noexcept;

  private:
    int fd_ = -1;
};

/// Opens those of the descriptors 0, 1 and 2 that are closed, on /dev/null. Call it first in main: otherwise
/// a log or an agent's pipe gets one of these numbers, and what we print is written there. Throws
/// std::system_error.
void open_standard_descriptors();

/// Makes a write beyond the limit of file sizes (`ulimit -f`) fail with EFBIG, as on a full disk, instead of
/// killing this process by SIGXFSZ. Agents do not inherit this. Call it in main.
void ignore_file_size_signal() noexcept;

/// Throws std::system_error with errno and `what`, the action that failed. World error: exit status 3.
[[noreturn]] void throw_errno(const char* what);

// Something that happened, as a descriptor that becomes readable.

/// May be used by several threads.
class Event {
  public:
    /// Throws std::system_error when it cannot be made.
    Event();

    /// Makes the descriptor readable.
    void signal() const noexcept;
    /// Makes it unreadable again.
    void clear() const noexcept;

    [[nodiscard]] int fd() const noexcept { return descriptor_.fd(); }

  private:
    Descriptor descriptor_;
};

} // namespace referee
