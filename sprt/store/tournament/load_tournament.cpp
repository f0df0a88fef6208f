#include "sprt/store/tournament/load_tournament.hpp"

#include "referee/base/user_error.hpp"
#include "sprt/store/run_directory.hpp"

#include <fmt/format.h>

#include <memory>
#include <utility>

namespace sprt {

namespace {

namespace tournament_fs = std::filesystem;

LoadedTournament without_games_of(const tournament_fs::path& dir,
                                  const std::function<void(TournamentFile&)>& change) {
    expect_run(dir);
    TournamentFile run = read_tournament_file(dir / kRunFile);
    if (change) {
        change(run);
    }
    TournamentPlan plan = plan_of(run);
    TournamentTally tally(plan.counting);
    DigestCheck digests(run.games_sha256, run.config_sha256);
    return {.run = std::move(run),
            .plan = std::move(plan),
            .games = {},
            .tally = std::move(tally),
            .is_over = false,
            .digests = std::move(digests)};
}

/// Counts the games of a log one after the other.
class TournamentReader {
  public:
    TournamentReader(LoadedTournament& loaded, Openings* openings)
        : loaded_(loaded)
        , openings_(openings)
        , is_edited_(loaded.run.config_is_edited()) {}

    /// Returns the problem of the next game.
    [[nodiscard]] std::optional<std::string> count(const referee::GameRecord& record) {
        TournamentTally& tally = loaded_.tally;
        const auto planned = tally.next();
        if (!planned) {
            return fmt::format(
                "the tournament ended with game {} ({}){}", tally.games() - 1, name(tally.ended().value()),
                is_edited_ ? ", by the configuration in run.json, which is not the one that it "
                             "began with"
                           : "");
        }
        if (auto problem = problem_of(record, *planned)) {
            return problem;
        }
        tally.add(record);
        return std::nullopt;
    }

  private:
    [[nodiscard]] std::optional<std::string> problem_of(const referee::GameRecord& record,
                                                        const PlannedGame& planned) const {
        if (is_edited_) {
            return problem_by_rules(record, planned.game);
        }
        Openings* const its = planned.game >= loaded_.run.book_since ? openings_ : nullptr;
        return problem_of_job(record, job_without_opening(loaded_.plan.schedule, planned), planned.round,
                              its);
    }

    LoadedTournament& loaded_;
    Openings* openings_;
    bool is_edited_;
};

} // namespace

TournamentState LoadedTournament::state() const {
    TournamentState state = tally.state();
    if (is_over && !tally.ended()) {
        state.reason = TournamentEnd::OpeningsUsedUp;
    }
    state.elapsed = run.elapsed_before;
    if (run.result.is_object() && run.result.contains("games_beyond")) {
        const referee::Json& beyond = run.result["games_beyond"];
        state.games_beyond = beyond.is_number_unsigned() ? beyond.get<std::uint64_t>() : 0;
    }
    return state;
}

LoadedTournament
load_tournament(const tournament_fs::path& dir,
                const std::function<void(const referee::GameRecord&, const TournamentTally&)>& on_game,
                const std::function<void(TournamentFile&)>& change) {
    LoadedTournament loaded = without_games_of(dir, change);
    const auto openings = openings_of(loaded.run, loaded.plan.schedule.base, loaded.notes);
    const auto& size = loaded.run.book_size;
    if (size && openings && openings->opening(*size)) {
        throw referee::UserError(
            fmt::format("{}: /openings/size is {}, and there are more openings than that",
                        (dir / kRunFile).string(), *size));
    }
    TournamentReader reader(loaded, openings.get());
    const tournament_fs::path games = dir / kGamesFile;
    const auto count = [&](const referee::GameRecord& record) {
        auto problem = reader.count(record);
        if (!problem && on_game) {
            on_game(record, loaded.tally);
        }
        return problem;
    };
    loaded.games = read_games(games, count, [&](std::string_view line) { loaded.digests.add(line); });
    loaded.rewritten = loaded.digests.change(games.string());
    note_lost_games(loaded.run, loaded.games, games, loaded.notes);
    const auto next = loaded.tally.next();
    loaded.is_over = !next || (size && loaded.tally.is_between_rounds() && next->round >= *size);
    loaded.run.elapsed_before = elapsed_in(loaded.run, games);
    return loaded;
}

} // namespace sprt
