#include "sprt/store/load_run.hpp"

#include "referee/base/user_error.hpp"
#include "referee/process/sha256.hpp"
#include "sprt/schedule/opening_book.hpp"
#include "sprt/store/run_directory.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <ctime>
#include <system_error>
#include <utility>

namespace sprt {

namespace fs = std::filesystem;
using referee::UserError;
using std::chrono::milliseconds;

void expect_directory(const fs::path& dir) {
    std::error_code error;
    if (!fs::is_directory(dir, error)) {
        throw UserError(dir.string() + " is no directory; name one that sprt run --out made");
    }
}

void expect_run(const fs::path& dir) {
    expect_directory(dir);
    std::error_code error;
    if (!fs::exists(fs::symlink_status(dir / kRunFile, error))) {
        throw UserError("{} holds no run: there is no {} in it", dir.string(), kRunFile);
    }
}

std::unique_ptr<Openings> openings_of(const RunFacts& run, const SchedulePlan& schedule, const fs::path& dir,
                                      std::vector<std::string>& notes) {
    OpeningsSpec spec = schedule.openings;
    if (auto* const book = std::get_if<OpeningBook>(&spec)) {
        const auto is_there = [&](const fs::path& place) {
            return run.book_sha256 &&
                   referee::sha256_of_file(place / book->file, kMostBookBytes) == run.book_sha256;
        };
        const auto place = std::ranges::find_if(run.places, is_there);
        if (place == run.places.end()) {
            notes.push_back(
                fmt::format("{} is not there as it was: the openings of the games are not checked",
                            (run.directory / book->file).string()));
            return nullptr;
        }
        book->file = *place / book->file;
    }
    auto openings = make_openings(spec, schedule.seed, schedule.rules);
    if (run.book_size && openings->opening(*run.book_size)) {
        throw UserError("{}: /openings/size is {}, and there are more openings than that",
                        (dir / kRunFile).string(), *run.book_size);
    }
    if (run.book_since > 0 && !run.config_is_edited()) {
        notes.push_back(
            fmt::format("games before {} were played from another file of openings: theirs are not checked",
                        run.book_since));
    }
    return openings;
}

bool is_tournament(const fs::path& dir) {
    expect_run(dir);
    return kind_in(dir / kRunFile) == RunKind::Tournament;
}

namespace {

using referee::GameRecord;

/// A number of `result` in run.json; 0 when it tells none.
std::uint64_t count_in(const RunFacts& run, const char* key) {
    const referee::Json& result = run.result;
    return result.is_object() && result.contains(key) && result[key].is_number_unsigned()
               ? result[key].get<std::uint64_t>()
               : 0;
}

/// The duration of all sessions. A session that was killed counts until the last write to the log `games`.
milliseconds elapsed_in(const RunFacts& run, const fs::path& games) {
    if (run.result.is_object() && run.result.contains("elapsed_s") && run.result["elapsed_s"].is_number()) {
        constexpr double kMostSeconds = 1e12; // an edited run.json may hold any number
        return milliseconds(
            std::llround(std::clamp(run.result["elapsed_s"].get<double>(), 0.0, kMostSeconds) * 1000));
    }
    const std::string& begun = run.resumed.empty() ? run.started : run.resumed.back().at;
    std::tm parts{};
    std::error_code error;
    const auto written = fs::last_write_time(games, error);
    if (error || ::strptime(begun.c_str(), "%Y-%m-%dT%H:%M:%SZ", &parts) == nullptr) {
        return run.elapsed_before;
    }
    const auto begin = std::chrono::system_clock::from_time_t(::timegm(&parts));
    const auto lasted = std::chrono::file_clock::to_sys(written) - begin;
    return run.elapsed_before + std::max(std::chrono::duration_cast<milliseconds>(lasted), milliseconds(0));
}

/// Adds notes when the log `games`, of which `read` was read, is shorter than run.json says or its last line
/// was cut short.
void note_lost_games(const RunFacts& run, const ReadGames& read, const fs::path& games,
                     std::vector<std::string>& notes) {
    const std::uint64_t here = read.games;
    if (read.last_line_cut) {
        notes.push_back(
            fmt::format("{}:{}: the last line was cut short and does not count", games.string(), here + 1));
    }
    std::uint64_t told = count_in(run, "games") + count_in(run, "unscored");
    if (!run.games_sha256.empty()) {
        told = std::max(told, run.games_sha256.back().games);
    }
    if (told > here) {
        notes.push_back(fmt::format("{}:{}: the games end here; run.json tells of {}, and {} are there",
                                    games.string(), here + 1, told, here));
    }
}

// ---- A run of two agents

RunFile read_facts_of(const fs::path& file, const RunChange& change, RunPlan& plan) {
    RunFile run = read_run_file(file);
    plan = plan_of(run.config);
    plan.schedule.seed_rule = run.seed_rule;
    plan.watch.is_gate = run.is_gate;
    if (const auto changed = change.games ? change.games : run.changed_games()) {
        plan.counting.max_games = *changed;
        plan.schedule.max_games = *changed;
        plan.number_changed = true;
    }
    if (auto& tune = plan.counting.tune) {
        tune->pairs = (change.games ? change.games : run.changed_games()).value_or(2 * tune->pairs) / 2;
        tune->tuned_until = run.tuned_until;
        plan.counting.max_games = plan.schedule.max_games = 2 * tune->all_pairs();
    }
    return run;
}

/// The rule by which a run of an earlier build may have gone on for longer; empty: there is none.
std::string_view later_rule(const LoadedRun& loaded) {
    return loaded.plan.counting.repeats == RepeatRule::Collapse && loaded.tally.state().standing.show_chance
               ? "copies count once agents show chance, the run"
               : "";
}

/// The problem of the next game. Of a run whose configuration was edited only the rules are known, and that
/// two agents play.
std::optional<std::string> problem_of(const LoadedRun& loaded, const GameRecord& record, bool is_edited,
                                      Openings* openings) {
    const std::uint64_t game = loaded.tally.games();
    if (!is_edited) {
        return problem_of_record(record, game, loaded.plan.schedule, openings, loaded.tally.state().tuning);
    }
    const auto& tuning = loaded.tally.state().tuning;
    if (tuning && record.tune != tuning->game_of(referee::pair_of(game))) {
        return "by the configuration in run.json, which is not the one that the tuning began with, it has "
               "other values";
    }
    const bool is_of_two = !record.round && record.agents == referee::kBothAgents;
    return is_of_two ? problem_by_rules(record, game) : "it is a game of a tournament, and this run is none";
}

bool is_over(const LoadedRun& loaded) {
    const auto book = loaded.run.book_size;
    const bool used_up =
        book && loaded.plan.counting.repeats == RepeatRule::Collapse && loaded.tally.games() >= 2 * *book;
    return loaded.tally.ended() || used_up;
}

// ---- A tournament

TournamentFile read_facts_of(const fs::path& file, const RunChange& change, TournamentPlan& plan) {
    TournamentFile run = read_tournament_file(file);
    if (change.stage) {
        run.stages.push_back(*change.stage);
        run.later.insert(run.later.end(), change.joined.begin(), change.joined.end());
        run.agents.resize(run.agents.size() + change.joined.size());
        run.withdrawn.resize(run.agents.size());
    }
    plan = plan_of(run);
    return run;
}

std::string_view later_rule(const LoadedTournament& loaded) {
    return loaded.tally.ended() == TournamentEnd::Separated && has_withdrawn(loaded.tally.state())
               ? "agents that were withdrawn are not waited for, the tournament"
               : "";
}

std::optional<std::string> problem_of(const LoadedTournament& loaded, const GameRecord& record,
                                      bool is_edited, Openings* openings) {
    const PlannedGame planned = loaded.tally.next().value();
    Job job = job_without_opening(loaded.plan.schedule, planned);
    if (is_edited) {
        auto problem = problem_by_rules(record, planned.game);
        return problem || (record.round == job.round && record.agents == job.agents)
                   ? problem
                   : "by the configuration in run.json, which is not the one that the tournament began with, "
                     "other agents play then";
    }
    if (auto problem = scale_as_played(job, record, loaded.plan.schedule.base.scales_time)) {
        return problem;
    }
    return problem_of_job(record, job, planned_opening(job, openings));
}

bool is_over(const LoadedTournament& loaded) {
    const auto& size = loaded.run.book_size;
    const auto next = loaded.tally.next();
    // Tournaments of earlier versions ended with their book even if it was to be begun again.
    const referee::Json& result = loaded.run.result;
    const bool ends_with_book = !loaded.plan.schedule.base.reuses_openings ||
                                (result.is_object() && result.value("reason", referee::Json()) ==
                                                           name(TournamentEnd::OpeningsUsedUp));
    return !next || (size && ends_with_book && loaded.tally.is_between_rounds() && next->round >= *size);
}

// ---- A run of any kind

template<class File>
Loaded<File> without_games(const fs::path& dir, const RunChange& change) {
    expect_run(dir);
    typename PartsOf<File>::Plan plan{};
    File run = read_facts_of(dir / kRunFile, change, plan);
    if (!change.place.empty()) {
        run.places = {change.place};
    }
    typename PartsOf<File>::Counts tally(plan.counting);
    if (run.remote) {
        tally.distrust(run.remote->distrusted());
    }
    tally.note_lacks_sandbox(run.agents);
    DigestCheck digests(run.games_sha256, run.config_sha256);
    return {.run = std::move(run),
            .plan = std::move(plan),
            .games = {},
            .tally = std::move(tally),
            .digests = std::move(digests)};
}

} // namespace

template<class File>
typename File::State Loaded<File>::state() const {
    typename File::State state = tally.state();
    if (is_over && !tally.ended()) {
        state.reason = decltype(state.reason)::OpeningsUsedUp;
    }
    state.elapsed = run.elapsed_before;
    state.games_beyond = count_in(run, "games_beyond");
    return state;
}

template<class File>
ReaderOf<File>::ReaderOf(fs::path dir, GameListener<File> listener, const RunChange& change)
    : dir_(std::move(dir))
    , listener_(std::move(listener))
    , loaded_(without_games<File>(dir_, change))
    , openings_(openings_of(loaded_.run, PartsOf<File>::schedule(loaded_.plan), dir_, notes_))
    , elapsed_before_(loaded_.run.elapsed_before)
    , is_edited_(loaded_.run.config_is_edited()) {}

/// Counts the next game of the log. Returns its problem.
template<class File>
std::optional<std::string> ReaderOf<File>::count(const GameRecord& record) {
    has_counted_ = false;
    const std::uint64_t game = loaded_.tally.games();
    if (const auto ended = loaded_.tally.ended()) {
        if (!later_rule(loaded_).empty()) {
            return problem_by_rules(record, game + beyond_++);
        }
        return fmt::format(
            "the {} ended with game {} ({}){}",
            loaded_.run.config.kind == RunKind::Tournament ? "tournament" : "run", game - 1, name(*ended),
            is_edited_ ? ", by the configuration in run.json, which is not the one that it began with" : "");
    }
    auto problem =
        problem_of(loaded_, record, is_edited_, game >= loaded_.run.book_since ? openings_.get() : nullptr);
    if (!problem) {
        loaded_.tally.add(record);
        has_counted_ = true;
        if (listener_.on_game) {
            listener_.on_game(record, loaded_.tally);
        }
    }
    return problem;
}

template<class File>
void ReaderOf<File>::read() {
    const fs::path games = dir_ / kGamesFile;
    const auto on_line = [&](std::string_view line) {
        loaded_.digests.add(line);
        if (has_counted_ && listener_.on_line) {
            listener_.on_line(line);
        }
    };
    loaded_.games = read_games(
        games, [&](const GameRecord& record) { return count(record); }, on_line, loaded_.games);
    loaded_.rewritten = loaded_.digests.change(games.string());
    loaded_.notes = notes_;
    if (beyond_ > 0) {
        loaded_.notes.push_back(fmt::format("by the rule that {} ended with game {}; {} more games of an "
                                            "earlier build are not counted",
                                            later_rule(loaded_), loaded_.tally.games() - 1, beyond_));
    }
    note_lost_games(loaded_.run, loaded_.games, games, loaded_.notes);
    loaded_.is_over = is_over(loaded_);
    loaded_.run.elapsed_before = elapsed_before_;
    loaded_.run.elapsed_before = elapsed_in(loaded_.run, games);
}

template struct Loaded<RunFile>;
template struct Loaded<TournamentFile>;
template class ReaderOf<RunFile>;
template class ReaderOf<TournamentFile>;

} // namespace sprt
