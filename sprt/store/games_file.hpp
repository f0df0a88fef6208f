#pragma once
// Reads games.jsonl and checks every game before it counts.

#include "referee/game/record.hpp"
#include "sprt/schedule/jobs.hpp"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace sprt {

/// The first problem of `record` as game `game` of any run: another number, or something that contradicts the
/// rules. Empty when there is none.
[[nodiscard]] std::optional<std::string> problem_by_rules(const referee::GameRecord& record,
                                                          std::uint64_t game);

/// The first problem of `record` as game `game` of a run by `schedule`; empty when there is none. Checks the
/// job (number, pair, seats, seeds, limits, opening) and the game by the rules. `openings` may be null when
/// they are no longer known; then any opening is accepted.
[[nodiscard]] std::optional<std::string> problem_of_record(const referee::GameRecord& record,
                                                           std::uint64_t game, const SchedulePlan& schedule,
                                                           Openings* openings);

/// Multiplies the times of `job` as those of `record` were. Returns the problem of a run whose times are not
/// multiplied.
[[nodiscard]] std::optional<std::string> scale_as_played(referee::Job& job, const referee::GameRecord& record,
                                                         bool scales_time);

/// The first problem of `record` as that of `job`; empty when there is none. `number` is that of its opening.
/// `openings`: as above.
[[nodiscard]] std::optional<std::string> problem_of_job(const referee::GameRecord& record,
                                                        const referee::Job& job, std::uint64_t number,
                                                        Openings* openings);

struct ReadGames {
    std::uint64_t games = 0;
    std::uintmax_t bytes = 0;   ///< of the lines of these games
    bool last_line_cut = false; ///< a line without a newline follows: a crash cut it short
};

/// Reads the games of a run in order and passes each one to `on_record`, which returns the problem of the
/// record, or nothing; then the line without its newline to `on_line`, which may be empty. A missing file
/// counts as an empty one. Throws UserError, naming the file and the line, for a line that is no record, has
/// a field that is unknown or has a problem, and when the file is no plain file or a line is too long (see
/// referee/base/input_file.hpp); std::system_error when reading fails. With `before`, which an earlier call
/// returned, only the games after those are read; what is returned counts them all.
[[nodiscard]] ReadGames
read_games(const std::filesystem::path& file,
           const std::function<std::optional<std::string>(const referee::GameRecord&)>& on_record,
           const std::function<void(std::string_view line)>& on_line = {}, const ReadGames& before = {});

} // namespace sprt
