#pragma once
// games.jsonl read again: every game is checked before it counts.

#include "referee/game/record.hpp"
#include "sprt/schedule/jobs.hpp"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>

namespace sprt {

/// What a record says that cannot be so in game `game` of any run: its number, and what the rules contradict;
/// empty when nothing does.
[[nodiscard]] std::optional<std::string> problem_by_rules(const referee::GameRecord& record,
                                                          std::uint64_t game);

/// What a record says that cannot be so in game `game` of a run by `schedule`; empty when nothing does.
/// Checked are the job (number, pair, seats, seeds, limits, opening) and the game by the rules. `openings`
/// may be null when they are no longer known: then any opening is accepted.
[[nodiscard]] std::optional<std::string> problem_of_record(const referee::GameRecord& record,
                                                           std::uint64_t game, const SchedulePlan& schedule,
                                                           Openings* openings);

struct ReadGames {
    std::uint64_t games = 0;
    std::uintmax_t bytes = 0;   ///< of their lines
    bool last_line_cut = false; ///< behind them stands a line without its newline: a crash cut it short
};

/// Reads the games of a run from first to last and hands each to `on_record`, which returns what is wrong
/// with it, or nothing. A file that is not there holds no games. Throws UserError, naming the file and the
/// line, for a line that is no record or that `on_record` finds wrong; std::system_error when reading fails.
[[nodiscard]] ReadGames
read_games(const std::filesystem::path& file,
           const std::function<std::optional<std::string>(const referee::GameRecord&)>& on_record);

} // namespace sprt
