#pragma once
// `sprt tournament`, and resuming and reporting on one. Source: docs/tournaments.md.

#include "referee/base/console.hpp"
#include "sprt/command/flags.hpp"

#include <filesystem>

namespace sprt {

/// Plays a new tournament.
[[nodiscard]] referee::ExitStatus run_tournament(const TournamentFlags& flags);

/// Resumes the tournament in the directory of `flags`, with more rounds, more agents, or fewer of them.
[[nodiscard]] referee::ExitStatus resume_tournament(const ResumeFlags& flags);

/// Reports on the tournament in the directory of `flags`.
[[nodiscard]] referee::ExitStatus report_tournament(const ReportFlags& flags);

} // namespace sprt
