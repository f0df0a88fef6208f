#pragma once
// What keeps files whole: the lock of a run directory, a log that is flushed while games are played, files
// that are replaced at once, and the one file that all runs of a user share.

#include "referee/base/descriptor.hpp"
#include "referee/game/log/log_file.hpp"

#include <condition_variable>
#include <cstdint>
#include <exception>
#include <filesystem>
#include <map>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include <fcntl.h>

namespace sprt {

/// The lock on a directory, by `operation` of flock(). Throws std::system_error.
[[nodiscard]] referee::FileLock lock_directory(const std::filesystem::path& dir, int operation);

// Lets one process at a time write in a run directory.

/// Holds the lock for the lifetime of the object. The kernel releases the lock when the process ends, also
/// when it is killed.
class DirectoryLock {
  public:
    /// Throws UserError when another process holds the lock on `dir`, std::system_error when `dir` cannot be
    /// opened or locked; not when its file system has no locks, see warning().
    explicit DirectoryLock(const std::filesystem::path& dir);

    /// That the file system of the directory has no locks; empty when the lock is held.
    [[nodiscard]] std::string warning() const;

    /// The directory, open, wherever it is now.
    [[nodiscard]] int fd() const noexcept { return lock_.fd(); }
    /// Whether the directory at `dir` is the one that is locked.
    [[nodiscard]] bool is_at(const std::filesystem::path& dir) const;

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

// Flushes a log to disk in the background, so that no game waits for the disk, and watches it for damage.

/// Flushes a log to disk in a thread of its own, at most half a second after something was appended, and then
/// checks that the log is still the file that was written and has lost nothing.
class SteadySync {
  public:
    /// `log` must outlive this object.
    explicit SteadySync(const referee::LogFile& log);
    SteadySync(const SteadySync&) = delete;
    SteadySync& operator=(const SteadySync&) = delete;
    ~SteadySync();

    /// Says that something was appended to the log. Throws the error of an earlier flush, if one failed:
    /// std::system_error or referee::LogDamaged.
    void appended();

    /// Stops the thread and flushes the log a last time. Throws std::system_error when that or an earlier
    /// flush failed, referee::LogDamaged when the log does not hold what was appended.
    void end();

  private:
    void run();
    void stop() noexcept;

    const referee::LogFile& log_;
    std::mutex mutex_; ///< guards the members below
    std::condition_variable changed_;
    bool is_dirty_ = false;
    std::uintmax_t bytes_ = 0; ///< what the log must hold
    bool is_ending_ = false;
    std::exception_ptr failure_;
    std::jthread thread_; ///< the last member, because it uses all others
};

// Replaces the text of a file atomically.

/// Writes `text` to a draft (`.NAME.RANDOM.new` beside `file`), flushes the draft to disk and renames it to
/// `file`, which may be a link, a pipe or a device: it is replaced, and neither followed nor opened. Removes
/// drafts of `file` that programs left which were killed: nobody holds their lock, or they are an hour old. A
/// reader sees the whole old text or the whole new one, also after a power cut. The directory of `file` must
/// exist. `mode`: its permissions, less the user's umask; a plain file keeps those that it had. `dir`: that
/// directory, open; it is written there when the path leads elsewhere by now. Throws std::system_error naming
/// `file` when that fails; `file` is then unchanged.
void replace_file(const std::filesystem::path& file, std::string_view text, unsigned mode = 0666,
                  int dir = AT_FDCWD);

/// The user's directory that `variable` names, or `below` in $HOME; empty when neither is set. Source: XDG
/// Base Directory Specification.
[[nodiscard]] std::filesystem::path user_directory(const char* variable, const char* below);

// Workers that were caught lying, of all runs of this user: a file that a person may edit.
// Source: docs/many-machines.md, "Spot checks".

/// Why a worker is not trusted.
struct Distrust {
    std::string server; ///< without a password
    std::string worker;
    std::string run_id; ///< of the run in which it was caught
    std::string at;     ///< ISO 8601, UTC
    std::string why;
};

/// `$XDG_STATE_HOME/referee/distrusted.json`, or the same below `~/.local/state`. Empty when neither variable
/// is set.
[[nodiscard]] std::filesystem::path distrusted_file();

/// Those of `server` in `file`, by name of the worker; none when there is no file. Throws UserError for a
/// file that is none of these, naming what is wrong and where.
[[nodiscard]] std::map<std::string, Distrust> distrusted_in(const std::filesystem::path& file,
                                                            const std::string& server);

/// Adds `more` to `file`, which is made with its directories, for its user alone. Throws UserError for a file
/// that is none of these, std::system_error when it cannot be written. Returns a warning when its file system
/// has no locks, otherwise nothing.
[[nodiscard]] std::string add_distrusted(const std::filesystem::path& file, const Distrust& more);

} // namespace sprt
