#pragma once
// What a run leaves on disk while it is played: run.json and games.jsonl.
// Source: docs/log-format.md, "A run directory".

#include "referee/game/log_file.hpp"
#include "referee/game/record.hpp"
#include "sprt/ledger/run_state.hpp"
#include "sprt/store/directory_lock.hpp"
#include "sprt/store/games_file.hpp"
#include "sprt/store/run_file.hpp"
#include "sprt/store/steady_sync.hpp"

#include <filesystem>
#include <optional>

namespace sprt {

/// Names of the files in it.
inline constexpr const char* kRunFile = "run.json";
inline constexpr const char* kGamesFile = "games.jsonl";

/// A directory that one run at a time writes in.
class RunDirectory {
  public:
    /// Creates the directory with its parents and both files. Throws UserError when the directory holds a run
    /// already, is no directory, or is in use; std::system_error when it cannot be written.
    RunDirectory(std::filesystem::path dir, RunFile run);

    /// Goes on with the run whose lock is held, behind the `games` that are there already. `run` is written
    /// at once, without a result.
    RunDirectory(std::filesystem::path dir, DirectoryLock lock, RunFile run, const ReadGames& games);

    /// Adds a game, in schedule order; it is on disk half a second later. Throws std::system_error when the
    /// disk does not take it, or did not take one before.
    void add(const referee::GameRecord& record);

    /// Flushes the games to disk, and replaces run.json, whole or not at all, by one that tells how the run
    /// ended.
    void end(const RunState& result);

    /// Removes both files of a new run while no game is in them: it could not begin. Returns whether it did.
    bool discard_if_empty() noexcept;

    [[nodiscard]] const std::filesystem::path& path() const noexcept { return dir_; }
    /// What run.json holds.
    [[nodiscard]] const RunFile& run() const noexcept { return run_; }

  private:
    void write_run_file() const;

    std::filesystem::path dir_;
    std::optional<DirectoryLock> lock_;
    RunFile run_;
    std::optional<referee::LogFile> games_;
    std::optional<SteadySync> sync_;
    bool is_empty_ = true;
};

} // namespace sprt
