#pragma once
// A configuration becomes a run or a tournament that can be played, and is played.

#include "referee/process/placement.hpp"
#include "sprt/config/config.hpp"
#include "sprt/config/run_plan.hpp"
#include "sprt/session/session.hpp"

namespace sprt {

/// A run that can be played. `config` is filled in: run.json keeps it, and `plan` is made from it.
template<class Plan>
struct Settled {
    Config config;
    ConfigSources sources;
    referee::Placement placement;
    Plan plan;
};
using SettledRun = Settled<RunPlan>;
using SettledTournament = Settled<TournamentPlan>;

/// Checks `config`, fills in what it leaves open, and makes the plan. Throws UserError for the first wrong
/// setting, naming its place by `sources`.
[[nodiscard]] SettledRun settle(Config config, ConfigSources sources);
[[nodiscard]] SettledTournament settle_tournament(Config config, ConfigSources sources);

/// Plays a new run, in a new run directory when the plan names one. Throws UserError when the run cannot be
/// played; no directory is kept then. Throws std::exception when the system fails; the games before that are
/// kept, and the text names the command that resumes the run.
/// `narrator`: see RunSession.
[[nodiscard]] PlayedRun play_run(const SettledRun& run, Narrator* narrator = nullptr);

/// The same of a tournament. `skips_failed`: without the agents that fail the check game.
[[nodiscard]] PlayedTournament play_tournament(SettledTournament run, bool skips_failed,
                                               Narrator* narrator = nullptr);

} // namespace sprt
