#pragma once
// File descriptors: who owns them, events, locks, and what goes wrong with them.
// Source: eventfd(2), flock(2).

#include <cerrno>
#include <filesystem>
#include <string>
#include <string_view>
#include <system_error>
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

/// Throws `text`, which says that a file that a user named cannot be written: as UserError, but when a disk
/// or a quota is full, or files may not grow, as std::runtime_error.
[[noreturn]] void throw_unwritable(const std::error_code& error, const std::string& text);

/// The result of `call`, which is called again when a signal interrupts it (EINTR).
auto retried(const auto& call) {
    while (true) {
        if (const auto result = call(); result >= 0 || errno != EINTR) {
            return result;
        }
    }
}

/// Something that happened, as a descriptor that becomes readable. May be used by several threads.
class Event {
  public:
    /// Throws std::system_error when it cannot be made.
    Event();

    void signal() const noexcept;
    /// Makes it unreadable again.
    void clear() const noexcept;

    [[nodiscard]] int fd() const noexcept { return descriptor_.fd(); }

  private:
    Descriptor descriptor_;
};

// Writes, and locks and flushes, which some file systems lack: Lustre without `-o flock`, NFS without its
// lock daemon, file systems of FUSE. A program then goes on, and says what it cannot promise.

/// A lock on a file or directory (flock), for the lifetime of the object. The kernel releases it when the
/// process ends, also when it is killed.
class FileLock {
  public:
    FileLock() = default;
    /// Locks `opened`, the file or directory at `path`; `operation` is that of flock(). Waits for another
    /// process unless `operation` has LOCK_NB. Throws std::system_error naming `path`; not when its file
    /// system has no locks, see missing().
    FileLock(Descriptor opened, int operation, const std::filesystem::path& path);

    /// The file; -1: the object holds nothing, or another process has the lock.
    [[nodiscard]] int fd() const noexcept { return opened_.fd(); }
    /// Why nothing is locked, although fd() is open: `PATH: its file system has no locks (...)`. Empty when
    /// the lock is held.
    [[nodiscard]] const std::string& missing() const noexcept { return missing_; }
    void reset() noexcept { opened_.reset(); }

  private:
    Descriptor opened_;
    std::string missing_;
};

/// Writes all of `text` to `opened`, the file at `path`. Throws std::system_error naming `path`.
void write_whole(const Descriptor& opened, std::string_view text, const std::filesystem::path& path);

/// Waits until what was written to `opened`, the file at `path`, is on disk. False: nobody can tell, because
/// its file system, pipe or device cannot flush. Throws std::system_error naming `path` when the disk fails.
bool flush_to_disk(const Descriptor& opened, const std::filesystem::path& path);

} // namespace referee
