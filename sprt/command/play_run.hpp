#pragma once
// A run as it is played for somebody who watches it: transcript, warnings, run directory.

#include "sprt/command/settled_run.hpp"
#include "sprt/command/stage.hpp"
#include "sprt/ledger/run_state.hpp"
#include "sprt/ledger/tally.hpp"
#include "sprt/store/run_directory.hpp"

#include <optional>
#include <string>

namespace sprt {

struct PlayedRun {
    RunState result;
    std::optional<int> signal; ///< SIGINT or SIGTERM, when one ended it
    std::string started;       ///< ISO 8601, UTC; of a run that was gone on with, its first start
};

/// Plays a new run, in a new run directory when one is wanted. Throws UserError for what makes it impossible,
/// before anything was written; std::exception when the world fails: the games before that are kept, and the
/// text says how to resume.
[[nodiscard]] PlayedRun play_run(const SettledRun& run);

/// Plays from where `tally` stands; the run has not ended there. `directory` is null for a run that is not
/// kept.
[[nodiscard]] PlayedRun play_on(const RunPlan& plan, Stage& stage, Tally tally, RunDirectory* directory);

} // namespace sprt
