#pragma once
// Resumes a run that was stopped or killed, or that a full disk ended.

#include "sprt/command/play_run.hpp"

#include <filesystem>

namespace sprt {

/// Resumes the run in `dir`: checks and counts its games, then plays the next game of the schedule and those
/// after it. The games and the result are those of an uninterrupted run. For a run that has ended the result
/// is printed, and is written to run.json when it is missing there after a crash. The working directory of
/// this process becomes the one in which the run began. Throws UserError when `dir` holds no run, when
/// another process plays the run, when a line of its games is wrong, or when an agent, the openings or the
/// configuration have changed, and when an agent fails in the check game, which `no_check` leaves out. With
/// `force` changes are accepted and noted in run.json.
[[nodiscard]] PlayedRun resume_run(const std::filesystem::path& dir, bool force, bool no_check);

} // namespace sprt
