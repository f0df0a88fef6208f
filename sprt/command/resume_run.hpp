#pragma once
// Going on with a run that was stopped, killed, or ran out of room.

#include "sprt/command/play_run.hpp"

#include <filesystem>

namespace sprt {

/// Goes on with the run in `dir` as if it had never stopped: the games that it holds are checked and counted,
/// and the next one of the schedule is played. A run that has ended is only said to have, and its run.json
/// completed when a crash kept it from being. The working directory becomes that of the run's start. Throws
/// UserError when there is no run, another process plays it, a line of its games is wrong, or something that
/// it was begun with has changed; what has changed is accepted and noted when `force`.
[[nodiscard]] PlayedRun resume_run(const std::filesystem::path& dir, bool force);

} // namespace sprt
