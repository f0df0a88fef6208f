#pragma once
// Loads a run from its directory. The result of the run is computed again from run.json and games.jsonl.

#include "sprt/config/run_plan.hpp"
#include "sprt/ledger/run_state.hpp"
#include "sprt/ledger/tally.hpp"
#include "sprt/store/games_file.hpp"
#include "sprt/store/run_file.hpp"

#include <filesystem>
#include <string>
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

/// Throws UserError unless `dir` is a directory.
void expect_directory(const std::filesystem::path& dir);

/// Reads the run in `dir`. Every game is checked by the rules and against the schedule of the run. When the
/// configuration in run.json was edited, games are checked by the rules and by their numbers only. When the
/// file of openings is gone or has changed, openings are not checked. Throws UserError naming the file and
/// the line of what is wrong, also for a game after the one that ended the run.
[[nodiscard]] LoadedRun load_run(const std::filesystem::path& dir);

} // namespace sprt
