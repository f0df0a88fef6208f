#pragma once
// Loads a tournament from its directory: its state is computed again from run.json and games.jsonl.

#include "sprt/ledger/tournament_tally.hpp"
#include "sprt/store/games_file.hpp"
#include "sprt/store/loaded.hpp"
#include "sprt/store/tournament_file.hpp"

#include <chrono>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
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

/// Follows the counted games while a tournament is read; each function may be empty.
struct TournamentLogListener {
    /// Called after the game was counted.
    std::function<void(const referee::GameRecord& record, const TournamentTally& tally)> on_game;
    /// Called next, with the line of the same game without its newline.
    std::function<void(std::string_view line)> on_line;
};

/// Reads a tournament that may be growing. load_tournament() is one of these that has read once.
class TournamentReader {
  public:
    /// Reads run.json alone. `change` may add a stage and agents before games are read. Throws UserError
    /// naming the file and what is wrong.
    TournamentReader(std::filesystem::path dir, TournamentLogListener listener,
                     const std::function<void(TournamentFile&)>& change = {});
    ~TournamentReader();
    TournamentReader(const TournamentReader&) = delete;
    TournamentReader& operator=(const TournamentReader&) = delete;

    /// Reads the games that were added to the log since the last call; each is checked by the rules and
    /// against the schedule. Throws UserError naming the file and the line of what is wrong; then it must not
    /// be called again, and tournament() has the games before the wrong one.
    void read();
    /// The tournament as far as it was read.
    [[nodiscard]] const LoadedTournament& tournament() const noexcept { return loaded_; }
    [[nodiscard]] LoadedTournament take() && { return std::move(loaded_); }

  private:
    [[nodiscard]] std::optional<std::string> count(const referee::GameRecord& record);
    [[nodiscard]] std::optional<std::string> problem_of(const referee::GameRecord& record,
                                                        const PlannedGame& planned) const;

    std::filesystem::path dir_;
    TournamentLogListener listener_;
    LoadedTournament loaded_;
    std::vector<std::string> notes_;              ///< those that more games do not change
    std::unique_ptr<Openings> openings_;          ///< null: unknown
    std::chrono::milliseconds elapsed_before_{0}; ///< as run.json says
    bool is_edited_;                              ///< the configuration was edited
};

/// Reads the tournament in `dir`, see TournamentReader.
[[nodiscard]] LoadedTournament
load_tournament(const std::filesystem::path& dir,
                const std::function<void(const referee::GameRecord&, const TournamentTally&)>& on_game = {},
                const std::function<void(TournamentFile&)>& change = {});

} // namespace sprt
