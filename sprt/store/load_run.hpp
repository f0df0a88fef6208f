#pragma once
// A run directory read again: everything that its run decided is computed anew from run.json and games.jsonl.

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
    RunPlan plan; ///< of its configuration
    ReadGames games;
    Tally tally;                    ///< after the games of the log
    bool is_over = false;           ///< the games end the run; otherwise it can be gone on with
    std::vector<std::string> notes; ///< what is odd about the files without being wrong, a line each

    /// What the games come to, with the time that run.json tells of.
    [[nodiscard]] RunState result() const;
};

/// Throws UserError unless `dir` is a directory.
void expect_directory(const std::filesystem::path& dir);

/// Reads the run in `dir`. Every game is checked by the rules and against the run's schedule; only against
/// the order of games when the configuration in run.json was edited, and without the openings when their file
/// is gone or changed. Throws UserError naming the file and the line of what is wrong, also of a game behind
/// the one that ended the run.
[[nodiscard]] LoadedRun load_run(const std::filesystem::path& dir);

} // namespace sprt
