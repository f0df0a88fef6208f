#pragma once
// Loads a run from its directory. The result of the run is computed again from run.json and games.jsonl.

#include "sprt/config/run_plan.hpp"
#include "sprt/ledger/run_state.hpp"
#include "sprt/ledger/tally.hpp"
#include "sprt/store/games_file.hpp"
#include "sprt/store/loaded.hpp"
#include "sprt/store/run_file.hpp"

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sprt {

struct LoadedRun {
    RunFile run;
    RunPlan plan; ///< of the configuration in `run`
    ReadGames games;
    Tally tally;                    ///< after the games of the log
    bool is_over = false;           ///< the games end the run; otherwise it can be resumed
    DigestCheck digests;            ///< after the games of the log
    std::string rewritten;          ///< which games are not those that were played, a line; empty: none
    std::vector<std::string> notes; ///< what is unusual in the files but no error, one line each

    /// The state after the games of the log, with the elapsed time and `games_beyond` of `run`.
    [[nodiscard]] RunState result() const;
};

/// Reads the run in `dir`. Every game is checked by the rules and against the schedule of the run. When the
/// configuration in run.json was edited, games are checked by the rules and by their numbers only. When the
/// file of openings is gone or has changed, openings are not checked. Throws UserError naming the file and
/// the line of what is wrong, also for a game after the one that ended the run.
[[nodiscard]] LoadedRun load_run(const std::filesystem::path& dir, const RunChange& change = {});

/// Follows the counted games while a run is read; each function may be empty.
struct GameListener {
    /// Called after the game was counted.
    std::function<void(const referee::GameRecord& record, const Tally& tally)> on_game;
    /// Called next, with the line of the same game without its newline.
    std::function<void(std::string_view line)> on_line;
};

/// Reads a run that may be growing. load_run() is one of these that has read once.
class RunReader {
  public:
    /// Reads run.json alone. Throws what load_run() throws for it.
    RunReader(std::filesystem::path dir, GameListener listener, const RunChange& change = {});
    ~RunReader();
    RunReader(const RunReader&) = delete;
    RunReader& operator=(const RunReader&) = delete;

    /// Reads the games that were added to the log since the last call. Throws what load_run() throws; then it
    /// must not be called again, and run() is the run with the games before the wrong one.
    void read();
    /// The run as far as it was read.
    [[nodiscard]] const LoadedRun& run() const noexcept { return loaded_; }
    [[nodiscard]] LoadedRun take() && { return std::move(loaded_); }

  private:
    [[nodiscard]] std::optional<std::string> count(const referee::GameRecord& record);

    std::filesystem::path dir_;
    GameListener listener_;
    LoadedRun loaded_;
    std::vector<std::string> notes_;              ///< those that more games do not change
    std::unique_ptr<Openings> openings_;          ///< null: unknown
    std::chrono::milliseconds elapsed_before_{0}; ///< as run.json says
    std::uint64_t beyond_ = 0;                    ///< games of an earlier build after the end of the run
    bool is_edited_;                              ///< the configuration was edited
    bool has_counted_ = false;                    ///< the game whose line comes next
};

} // namespace sprt
