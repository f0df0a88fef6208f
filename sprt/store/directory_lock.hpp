#pragma once
// Lets one process at a time write in a run directory.

#include "referee/base/disk.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace sprt {

/// Holds the lock for the lifetime of the object. The kernel releases the lock when the process ends, also
/// when it is killed.
class DirectoryLock {
  public:
    /// Throws UserError when another process holds the lock on `dir`, std::system_error when `dir` cannot be
    /// opened or locked; not when its file system has no locks, see warning().
    explicit DirectoryLock(const std::filesystem::path& dir);

    /// That the file system of the directory has no locks; empty when the lock is held.
    [[nodiscard]] std::string warning() const;

  private:
    referee::FileLock lock_;
};

/// The directories that are locked at one moment. Takes no lock: it reads /proc/locks, and says no where the
/// kernel does not tell. A process of another PID namespace is seen by its device and inode.
class HeldLocks {
  public:
    HeldLocks();
    /// Whether a process holds the lock on `dir`.
    [[nodiscard]] bool has(const std::filesystem::path& dir) const;

  private:
    struct Held {
        std::string pid;
        std::string place; ///< device and inode
    };
    std::vector<Held> held_;
};

/// Whether a process holds the lock on `dir` now.
[[nodiscard]] bool is_locked(const std::filesystem::path& dir);

} // namespace sprt
