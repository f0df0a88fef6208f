#include "sprt/store/load_tournament.hpp"

#include "referee/base/user_error.hpp"
#include "sprt/store/run_directory.hpp"

#include <fmt/format.h>

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
    if (run.remote) {
        tally.distrust(run.remote->distrusted());
    }
    DigestCheck digests(run.games_sha256, run.config_sha256);
    return {.run = std::move(run),
            .plan = std::move(plan),
            .games = {},
            .tally = std::move(tally),
            .is_over = false,
            .digests = std::move(digests)};
}

} // namespace

TournamentState LoadedTournament::state() const {
    TournamentState state = tally.state();
    if (is_over && !tally.ended()) {
        state.reason = TournamentEnd::OpeningsUsedUp;
    }
    state.elapsed = run.elapsed_before;
    state.games_beyond = games_beyond_in(run);
    return state;
}

TournamentReader::TournamentReader(tournament_fs::path dir, TournamentLogListener listener,
                                   const std::function<void(TournamentFile&)>& change)
    : dir_(std::move(dir))
    , listener_(std::move(listener))
    , loaded_(without_games_of(dir_, change))
    , openings_(openings_of(loaded_.run, loaded_.plan.schedule.base, dir_, notes_))
    , elapsed_before_(loaded_.run.elapsed_before)
    , is_edited_(loaded_.run.config_is_edited()) {}

TournamentReader::~TournamentReader() = default;

/// Counts the next game of the log. Returns its problem.
std::optional<std::string> TournamentReader::count(const referee::GameRecord& record) {
    TournamentTally& tally = loaded_.tally;
    const auto planned = tally.next();
    if (!planned) {
        return fmt::format("the tournament ended with game {} ({}){}", tally.games() - 1,
                           name(tally.ended().value()),
                           is_edited_ ? ", by the configuration in run.json, which is not the one that it "
                                        "began with"
                                      : "");
    }
    if (auto problem = problem_of(record, *planned)) {
        return problem;
    }
    tally.add(record);
    if (listener_.on_game) {
        listener_.on_game(record, tally);
    }
    return std::nullopt;
}

std::optional<std::string> TournamentReader::problem_of(const referee::GameRecord& record,
                                                        const PlannedGame& planned) const {
    Job job = job_without_opening(loaded_.plan.schedule, planned);
    if (is_edited_) {
        auto problem = problem_by_rules(record, planned.game);
        return problem || (record.round == job.round && record.agents == job.agents)
                   ? problem
                   : "by the configuration in run.json, which is not the one that the tournament began with, "
                     "other agents play then";
    }
    if (auto problem = scale_as_played(job, record, loaded_.plan.schedule.base.scales_time)) {
        return problem;
    }
    Openings* const its_openings = planned.game >= loaded_.run.book_since ? openings_.get() : nullptr;
    return problem_of_job(record, job, planned.round, its_openings);
}

void TournamentReader::read() {
    const tournament_fs::path games = dir_ / kGamesFile;
    const auto on_line = [&](std::string_view line) {
        loaded_.digests.add(line);
        if (listener_.on_line) {
            listener_.on_line(line);
        }
    };
    loaded_.games = read_games(
        games, [&](const referee::GameRecord& record) { return count(record); }, on_line, loaded_.games);
    loaded_.rewritten = loaded_.digests.change(games.string());
    loaded_.notes = notes_;
    note_lost_games(loaded_.run, loaded_.games, games, loaded_.notes);
    const auto& size = loaded_.run.book_size;
    const auto next = loaded_.tally.next();
    loaded_.is_over = !next || (size && loaded_.tally.is_between_rounds() && next->round >= *size);
    loaded_.run.elapsed_before = elapsed_before_;
    loaded_.run.elapsed_before = elapsed_in(loaded_.run, games);
}

LoadedTournament
load_tournament(const tournament_fs::path& dir,
                const std::function<void(const referee::GameRecord&, const TournamentTally&)>& on_game,
                const std::function<void(TournamentFile&)>& change) {
    TournamentReader reader(dir, {.on_game = on_game, .on_line = {}}, change);
    reader.read();
    return std::move(reader).take();
}

} // namespace sprt
