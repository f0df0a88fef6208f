#pragma once
// Plays a run, with its transcript, its warnings and its run directory.

#include "sprt/ledger/run_state.hpp"
#include "sprt/ledger/tally.hpp"
#include "sprt/report/notes.hpp"
#include "sprt/session/settled_run.hpp"
#include "sprt/session/stage.hpp"
#include "sprt/store/run_directory.hpp"

#include <optional>
#include <string>

namespace sprt {

struct PlayedRun {
    RunState result;
    std::optional<int> signal;                  ///< when one ended the run
    std::string started;                        ///< ISO 8601, UTC; the start of the first session of the run
    std::vector<std::string> session_changes{}; ///< see RunFile::session_changes()
};

/// Plays a new run, in a new run directory when the plan names one. Throws UserError when the run cannot be
/// played; no directory is kept then. Throws std::exception when the system fails; the games before that are
/// kept, and the text names the command that resumes the run.
[[nodiscard]] PlayedRun play_run(const SettledRun& run);

/// Plays the check game of a run, of which nothing is kept. Throws UserError, after the last lines of the
/// agent's standard error were printed, when an agent does not work. Returns which agents cannot be told
/// their openings.
Lacking check_agents(const RunPlan& plan, Stage& stage);

/// Plays the games after those of `tally`, with which the run has not ended. `directory` is null for a run
/// that is not kept. Throws what play_run() throws.
[[nodiscard]] PlayedRun play_on(const RunPlan& plan, Stage& stage, Tally tally, RunDirectory* directory);

} // namespace sprt
