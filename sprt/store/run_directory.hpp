#pragma once
// Writes the files of a run while it is played: run.json and games.jsonl.
// Source: docs/runs.md, "A run directory".

#include "referee/game/log/log_file.hpp"
#include "referee/game/record.hpp"
#include "sprt/ledger/counting.hpp"
#include "sprt/store/disk_files.hpp"
#include "sprt/store/games_file.hpp"
#include "sprt/store/run_file.hpp"

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace sprt {

/// Names of the files in a run directory.
inline constexpr const char* kRunFile = "run.json";
inline constexpr const char* kGamesFile = "games.jsonl";

/// The command `sprt NAME DIR FLAG ...` as a line for a shell, which calls this program as it was called.
[[nodiscard]] std::string call_on_run(const std::string& name, const std::filesystem::path& dir,
                                      const std::vector<std::string>& flags = {});

/// The directory of a run of any kind that is being played. Locked: one process at a time writes in it.
class KeptRun {
  public:
    virtual ~KeptRun() = default;
    KeptRun(const KeptRun&) = delete;
    KeptRun& operator=(const KeptRun&) = delete;

    /// Appends a game, in schedule order. The game is flushed to disk about half a second later. Throws
    /// std::system_error when the game cannot be written or an earlier flush failed, referee::LogDamaged when
    /// the log is not what was written; the digest of what was written is then in run.json.
    void add(const referee::GameRecord& record);

    /// Notes that files of agents, one line each, are not what they were when the session began. end() writes
    /// it down.
    void note_changed_files(const std::vector<std::string>& lines);

    /// Writes down at once what the workers of the run did, as far as the log does not tell it.
    void note_workers(const std::map<std::string, WorkerFacts>& workers);

    /// Writes down at once that `worker` gets no new pair of the run. `is_distrusted`: it was caught lying.
    void note_quarantined(const std::string& worker, const std::string& why, bool is_distrusted);

    /// Writes down at once that its time ended a tuning after so many pairs.
    void note_tuned_until(std::uint64_t pairs);

    /// Removes both files, and the directory that it made, of a new run that has no game, because the run
    /// could not begin, unless the directory was moved. Returns whether the run had none.
    bool discard_if_empty() noexcept;

    /// What the file system of the directory lacks, one line each: locks, flushes. Throws std::system_error.
    [[nodiscard]] std::vector<std::string> warnings() const;

    [[nodiscard]] const std::filesystem::path& path() const noexcept { return dir_; }
    /// Where the directory is now: another path when somebody moved it, or a link that led there; empty when
    /// it was removed.
    [[nodiscard]] std::filesystem::path place() const;
    /// What run.json holds of runs of all kinds.
    [[nodiscard]] virtual const RunFacts& facts() const noexcept = 0;

  protected:
    explicit KeptRun(std::filesystem::path dir)
        : dir_(std::move(dir)) {}

    /// Creates the directory with its parents and both files.
    void begin();
    /// Goes on after `games`.
    void go_on(DirectoryLock lock, const ReadGames& games);
    /// Flushes the games to disk and reads them again.
    void end_games();
    void write_run_file() const;

  private:
    [[nodiscard]] virtual RunFacts& facts_to_write() noexcept = 0;
    [[nodiscard]] virtual referee::Json run_json() const = 0;
    void expect_written_games() const;
    /// Adds the digest of the games to what run.json holds.
    void note_digest();
    /// Runs `body`. When it finds that the log is damaged, what was written is noted in run.json.
    template<class Body>
    void watched(Body&& body);

    std::filesystem::path dir_;
    std::optional<DirectoryLock> lock_;
    std::optional<referee::LogFile> games_;
    std::optional<SteadySync> sync_;
    GamesDigest digest_;   ///< of the games that were written
    bool is_made_ = false; ///< the directory was not there before
    bool is_empty_ = true;
};

/// `File` is what run.json holds: a RunFacts with to_json(), digest_of() its configuration, and a `State` of
/// which result_json() makes the result.
template<class File>
class DirectoryOf final : public KeptRun {
  public:
    using Result = typename File::State;

    /// Creates `dir` with its parents and both files. Throws UserError when `dir` already holds a run, is no
    /// directory, or is in use; std::system_error when it cannot be written.
    DirectoryOf(std::filesystem::path dir, File run);

    /// Resumes the run in `dir`, whose `lock` is held. New games follow `games`, whose digest is the last one
    /// of `run`; a line that was cut short is removed. `run` is written at once, without a result. Throws
    /// std::system_error when a file cannot be written.
    DirectoryOf(std::filesystem::path dir, DirectoryLock lock, File run, const ReadGames& games);

    /// Flushes the games to disk, reads them again, and replaces run.json, atomically, by one with the
    /// result. Throws std::system_error when that fails, referee::LogDamaged as add().
    void end(const Result& result);

    /// What run.json holds.
    [[nodiscard]] const File& run() const noexcept { return run_; }
    [[nodiscard]] const RunFacts& facts() const noexcept override { return run_; }

  private:
    [[nodiscard]] RunFacts& facts_to_write() noexcept override { return run_; }
    [[nodiscard]] referee::Json run_json() const override { return to_json(run_); }

    File run_;
};

using RunDirectory = DirectoryOf<RunFile>;
using TournamentDirectory = DirectoryOf<TournamentFile>;
extern template class DirectoryOf<RunFile>;
extern template class DirectoryOf<TournamentFile>;

} // namespace sprt
