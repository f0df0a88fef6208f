#pragma once
// The files of agents that a worker was sent, by the SHA-256 of their bytes, and the directories from which
// they are played. Source: docs/many-machines.md, "Agents".

#include "referee/base/disk.hpp"

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <utility>

namespace sprt::remote {

/// Whether `text` is a SHA-256: 64 lower-case hexadecimal digits.
[[nodiscard]] bool is_digest(std::string_view text) noexcept;

/// Workers of one user may share a cache. Each file is named by its digest and may be executed and read, but
/// not written, by its owner alone.
class FileCache {
  public:
    /// `dir` is made when it is first used. More than `most_bytes` are kept only while jobs need them.
    FileCache(const std::filesystem::path& dir, std::uint64_t most_bytes)
        : dir_(std::filesystem::absolute(dir).lexically_normal())
        , most_bytes_(most_bytes) {}

    /// Makes the directory, and removes the job directories of workers that were killed. Throws
    /// std::system_error.
    void open() const;
    /// Keeps `bytes`, whose digest is `sha256`. Throws std::system_error, and keeps nothing then.
    void put(const std::string& sha256, std::string_view bytes) const;
    /// Makes `place` the file with this digest. Returns whether there is one; one with other bytes than its
    /// name says is removed. Throws std::system_error when there is one and `place` cannot be made.
    [[nodiscard]] bool link(const std::string& sha256, const std::filesystem::path& place) const;
    /// Removes the files that were used longest ago until no more than the most are kept.
    void trim() const;

    [[nodiscard]] const std::filesystem::path& dir() const noexcept { return dir_; }

  private:
    std::filesystem::path dir_;
    std::uint64_t most_bytes_;
};

/// A new directory below `jobs/` of a cache, which ends with the object.
class JobDirectory {
  public:
    /// Throws std::system_error.
    explicit JobDirectory(const FileCache& cache);
    ~JobDirectory();
    JobDirectory(const JobDirectory&) = delete;
    JobDirectory& operator=(const JobDirectory&) = delete;

    [[nodiscard]] const std::filesystem::path& dir() const noexcept { return dir_; }

  private:
    std::filesystem::path dir_;
    referee::FileLock lock_; ///< other workers leave a directory alone that is locked
};

} // namespace sprt::remote
