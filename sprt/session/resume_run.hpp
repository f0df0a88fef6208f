#pragma once
// Resumes a run that was stopped or killed, or that a full disk ended.
// Source: docs/runs.md, "Resuming"; docs/tournaments.md, "Stages".

#include "sprt/session/resume_request.hpp"
#include "sprt/session/session.hpp"

#include <cstdint>
#include <string>

namespace sprt {

/// Resumes the run in the directory of `request`, a RunFile or a TournamentFile: checks and counts its games,
/// then plays the next game of the schedule and those after it. The games and the result are those of an
/// uninterrupted run. For a run that has ended the result is printed, and is written to run.json when it is
/// missing there after a crash; the request may add games, rounds and agents. The working directory of this
/// process becomes that of the run, see enter_place(). Throws UserError when it holds no run, when another
/// process plays the run, when a line of its games is wrong, or when an agent, the openings or the
/// configuration have changed, and when an agent fails in the check game, which `no_check` leaves out. With
/// `force` changes are accepted and noted in run.json. `narrator`: see RunSession.
template<class File>
[[nodiscard]] Played<File> resume_run(const ResumeRequest& request, Narrator* narrator = nullptr);

/// What is said of an odd number of games, given by `flag`, which is lowered by one.
[[nodiscard]] std::string odd_games_text(const char* flag, std::int64_t games);

} // namespace sprt
