#pragma once
// A run as a worker plays it, and the files of its agents that the worker was sent: by the SHA-256 of their
// bytes, with the directories from which they are played.
// Source: docs/many-machines.md, "Agents", "The protocol".

#include "referee/base/descriptor.hpp"
#include "referee/base/stop_token.hpp"
#include "sprt/play/pool.hpp"
#include "sprt/remote/bus.hpp"
#include "sprt/remote/hub/address.hpp"
#include "sprt/remote/messages.hpp"

#include <condition_variable>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>

namespace sprt::remote {

// A run as a worker plays it.

/// Agents and settings of a run, ready to be played on this machine.
class PreparedJob {
  public:
    virtual ~PreparedJob() = default;

    /// Games at once.
    [[nodiscard]] virtual int slots() const = 0;
    /// Whether the times of agents depend on the speed of this machine.
    [[nodiscard]] virtual bool scales_time() const = 0;
    /// Million nodes a second of the fixed search, on each slot at once. Takes two seconds.
    [[nodiscard]] virtual double measure_speed() const = 0;
    /// The player of slot `slot`, called in the thread that plays.
    [[nodiscard]] virtual PlayGame player(const referee::StopToken& stop, int slot) = 0;
    /// Throws UserError for a game that is not of this run, or not by its rules.
    virtual void expect_playable(const Job& job) const = 0;
};

/// A run cannot be played here, and why.
struct CannotPlay : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// The bytes of the file whose digest is `sha256`, `most_bytes` at most, as the coordinator has it. Empty
/// when the run or this worker ends meanwhile. Throws CannotPlay when the coordinator has others.
using FetchFile =
    std::function<std::optional<std::string>(const std::string& sha256, std::uint64_t most_bytes)>;

/// Makes a job from its bytes. Null when `fetch` gave nothing. Throws CannotPlay.
using Prepare = std::function<std::unique_ptr<PreparedJob>(const std::string& job, const FetchFile& fetch)>;

// Gets bytes that a coordinator has, by their digest.

/// One request is under way at a time; it is repeated until its answer comes.
class BlobReader {
  public:
    /// `goes_on` is asked some times a second whether the bytes are still wanted. `bus` must outlive the
    /// reader.
    BlobReader(Bus& bus, RunKey run, std::string worker, std::function<bool()> goes_on);

    /// The bytes whose digest is `sha256`, `most_bytes` at most. Empty when they are not wanted any more.
    /// Throws CannotPlay when the coordinator has other bytes, or more.
    [[nodiscard]] std::optional<std::string> read(const std::string& sha256, std::uint64_t most_bytes);

  private:
    [[nodiscard]] std::optional<BusMessage> ask(const std::string& sha256, std::uint64_t from);

    Bus& bus_;
    RunKey run_;
    std::string worker_;
    std::function<bool()> goes_on_;
    std::string inbox_;
    std::uint64_t asked_ = 0;

    std::mutex mutex_; ///< guards `answer_`
    std::condition_variable came_;
    std::optional<BusMessage> answer_;                ///< to the request number `asked_`
    std::unique_ptr<Bus::Subscription> subscription_; ///< the last member: it uses the others
};

// The files of agents on the disk of a worker.

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
