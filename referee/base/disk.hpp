#pragma once
// Writes, and locks and flushes, which some file systems lack: Lustre without `-o flock`, NFS without its
// lock daemon, file systems of FUSE. A program then goes on, and says what it cannot promise.

#include "referee/base/descriptor.hpp"

#include <filesystem>
#include <string>
#include <string_view>

namespace referee {

/// A lock on a file or directory (flock), for the lifetime of the object. The kernel releases it when the
/// process ends, also when it is killed.
class FileLock {
  public:
    /// Holds nothing.
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
