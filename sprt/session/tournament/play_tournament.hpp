#pragma once
// A session of a tournament begins: of a new one, and of one that is resumed. Source: docs/tournaments.md.

#include "referee/base/console.hpp"
#include "sprt/session/resume_request.hpp"
#include "sprt/session/settled_run.hpp"

namespace sprt {

/// Plays a new tournament. `skips_failed`: without the agents that fail the check game.
[[nodiscard]] referee::ExitStatus play_tournament(SettledTournament settled, bool skips_failed);

/// Resumes the tournament in the directory of `request`, with more rounds, more agents, or fewer of them.
[[nodiscard]] referee::ExitStatus resume_tournament(const ResumeRequest& request);

} // namespace sprt
