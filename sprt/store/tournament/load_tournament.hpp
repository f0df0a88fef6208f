#pragma once
// Loads a tournament from its directory: its state is computed again from run.json and games.jsonl.

#include "sprt/store/games_file.hpp"
#include "sprt/store/loaded.hpp"
#include "sprt/store/tournament/tournament_file.hpp"
#include "sprt/tournament/tournament_tally.hpp"

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace sprt {

struct LoadedTournament {
    TournamentFile run;
    TournamentPlan plan;
    ReadGames games;
    TournamentTally tally;
    bool is_over = false;             ///< the games end the tournament; otherwise it can be resumed
    DigestCheck digests;              ///< after the games of the log
    std::string rewritten{};          ///< which games are not those that were played, a line; empty: none
    std::vector<std::string> notes{}; ///< what is unusual in the files but no error, one line each

    /// The state after the games of the log, with the elapsed time and `games_beyond` of `run`.
    [[nodiscard]] TournamentState state() const;
};

/// Reads the tournament in `dir`; each game is checked by the rules and against the schedule, and then passed
/// to `on_game`, which may be empty. `change` may add a stage and agents before the games are read. Throws
/// UserError naming the file and the line of what is wrong.
[[nodiscard]] LoadedTournament
load_tournament(const std::filesystem::path& dir,
                const std::function<void(const referee::GameRecord&, const TournamentTally&)>& on_game = {},
                const std::function<void(TournamentFile&)>& change = {});

} // namespace sprt
