#pragma once
// A run as it is played for somebody who watches it: transcript, warnings, run directory.

#include "referee/process/placement.hpp"
#include "sprt/command/stage.hpp"
#include "sprt/config/config.hpp"
#include "sprt/ledger/match_result.hpp"
#include "sprt/ledger/tally.hpp"
#include "sprt/store/run_directory.hpp"

#include <optional>
#include <string>

namespace sprt {

struct PlayedRun {
    MatchResult result;
    std::optional<int> signal; ///< SIGINT or SIGTERM, when one ended it
    std::string started;       ///< ISO 8601, UTC; of a run that was gone on with, its first start
};

/// Plays a new run by `config` (filled in), in a new run directory when one is wanted. What the flags set is
/// in `sources`. Throws UserError for what makes it impossible, before anything was written; std::exception
/// when the world fails, with the games before that kept, and how to go on.
[[nodiscard]] PlayedRun play_run(const Config& config, const ConfigSources& sources,
                                 const referee::Placement& placement);

/// Plays on from `tally`, which may have ended already. `directory` is null for a run that is not kept.
[[nodiscard]] PlayedRun play_on(const Config& config, const referee::Placement& placement, Stage& stage,
                                Tally tally, RunDirectory* directory);

} // namespace sprt
