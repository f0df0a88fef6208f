#pragma once
// What reading a run of any kind needs: its openings, how long it was played, and games that are missing.

#include "sprt/schedule/openings.hpp"
#include "sprt/schedule/schedule.hpp"
#include "sprt/store/games_file.hpp"
#include "sprt/store/run_facts.hpp"

#include <chrono>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace sprt {

/// Throws UserError unless `dir` is a directory.
void expect_directory(const std::filesystem::path& dir);

/// Throws UserError unless `dir` is a directory with a run.json.
void expect_run(const std::filesystem::path& dir);

/// The openings of the run in `dir`. Null, with a note, when the file of openings is gone or has changed.
/// Notes also that games are not checked that were played from another file. Throws UserError when there are
/// more openings than run.json says.
[[nodiscard]] std::unique_ptr<Openings> openings_of(const RunFacts& run, const SchedulePlan& schedule,
                                                    const std::filesystem::path& dir,
                                                    std::vector<std::string>& notes);

/// How many games were begun and discarded, as `result` of run.json tells.
[[nodiscard]] std::uint64_t games_beyond_in(const RunFacts& run);

/// The duration of all sessions. A session that was killed counts until the last write to the log `games`.
[[nodiscard]] std::chrono::milliseconds elapsed_in(const RunFacts& run, const std::filesystem::path& games);

/// Adds notes when the log `games`, of which `read` was read, is shorter than run.json says or its last line
/// was cut short.
void note_lost_games(const RunFacts& run, const ReadGames& read, const std::filesystem::path& games,
                     std::vector<std::string>& notes);

} // namespace sprt
