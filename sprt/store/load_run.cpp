#include "sprt/store/load_run.hpp"

#include "referee/base/user_error.hpp"
#include "referee/process/sha256.hpp"
#include "sprt/store/run_directory.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <ctime>
#include <memory>
#include <system_error>

namespace sprt {
namespace {

namespace fs = std::filesystem;
using std::chrono::milliseconds;

RunFile read_run(const fs::path& dir) {
    expect_run(dir);
    return read_run_file(dir / kRunFile);
}

/// Of a run whose configuration was edited only the rules are known, and that two agents play.
std::optional<std::string> problem_in_edited(const referee::GameRecord& record, std::uint64_t game) {
    const bool is_of_two = !record.round && record.agents == referee::kBothAgents;
    return is_of_two ? problem_by_rules(record, game) : "it is a game of a tournament, and this run is none";
}

/// Earlier builds never counted copies, so their runs of agents with chance may have gone on for longer.
bool may_end_sooner(const Standing& standing, const CountingRules& rules) {
    return rules.repeats == RepeatRule::Collapse && standing.show_chance;
}

} // namespace

RunState LoadedRun::result() const {
    RunState result = tally.result();
    if (is_over && !tally.ended()) {
        result.reason = EndReason::OpeningsUsedUp;
    }
    result.elapsed = run.elapsed_before;
    result.games_beyond = games_beyond_in(run);
    return result;
}

namespace {

LoadedRun without_games(const fs::path& dir, const RunChange& change) {
    RunFile run = read_run(dir);
    if (!change.place.empty()) {
        run.places = {change.place};
    }
    RunPlan plan = plan_of(run.config);
    plan.schedule.seed_rule = run.seed_rule;
    if (const auto changed = change.games ? change.games : run.changed_games()) {
        plan.counting.max_games = *changed;
        plan.schedule.max_games = *changed;
        plan.number_changed = true;
    }
    Tally tally(plan.counting);
    if (run.remote) {
        tally.distrust(run.remote->distrusted());
    }
    DigestCheck digests(run.games_sha256, run.config_sha256);
    return {.run = std::move(run),
            .plan = std::move(plan),
            .games = {},
            .tally = std::move(tally),
            .is_over = false,
            .digests = std::move(digests),
            .rewritten = {},
            .notes = {}};
}

} // namespace

RunReader::RunReader(fs::path dir, GameListener listener, const RunChange& change)
    : dir_(std::move(dir))
    , listener_(std::move(listener))
    , loaded_(without_games(dir_, change))
    , openings_(openings_of(loaded_.run, loaded_.plan.schedule, dir_, notes_))
    , elapsed_before_(loaded_.run.elapsed_before)
    , is_edited_(loaded_.run.config_is_edited()) {}

RunReader::~RunReader() = default;

/// Counts the next game of the log. Returns its problem.
std::optional<std::string> RunReader::count(const referee::GameRecord& record) {
    has_counted_ = false;
    const std::uint64_t game = loaded_.tally.games();
    if (const auto ended = loaded_.tally.ended()) {
        if (may_end_sooner(loaded_.tally.result().standing, loaded_.plan.counting)) {
            return problem_by_rules(record, game + beyond_++);
        }
        return fmt::format("the run ended with game {} ({}){}", game - 1, name(*ended),
                           is_edited_ ? ", by the configuration in run.json, which is not the one that the "
                                        "run began with"
                                      : "");
    }
    Openings* const its_openings = game >= loaded_.run.book_since ? openings_.get() : nullptr;
    auto problem = is_edited_ ? problem_in_edited(record, game)
                              : problem_of_record(record, game, loaded_.plan.schedule, its_openings);
    if (!problem) {
        loaded_.tally.add(record);
        has_counted_ = true;
        if (listener_.on_game) {
            listener_.on_game(record, loaded_.tally);
        }
    }
    return problem;
}

void RunReader::read() {
    const fs::path games = dir_ / kGamesFile;
    const auto on_line = [&](std::string_view line) {
        loaded_.digests.add(line);
        if (has_counted_ && listener_.on_line) {
            listener_.on_line(line);
        }
    };
    loaded_.games = read_games(
        games, [&](const referee::GameRecord& record) { return count(record); }, on_line, loaded_.games);
    loaded_.rewritten = loaded_.digests.change(games.string());
    loaded_.notes = notes_;
    if (beyond_ > 0) {
        loaded_.notes.push_back(fmt::format("by the rule that copies count once agents show chance, the run "
                                            "ended with game {}; {} more games of an earlier "
                                            "build are not counted",
                                            loaded_.tally.games() - 1, beyond_));
    }
    note_lost_games(loaded_.run, loaded_.games, games, loaded_.notes);
    const auto book = loaded_.run.book_size;
    const bool used_up =
        book && loaded_.plan.counting.repeats == RepeatRule::Collapse && loaded_.tally.games() >= 2 * *book;
    loaded_.is_over = loaded_.tally.ended() || used_up;
    loaded_.run.elapsed_before = elapsed_before_;
    loaded_.run.elapsed_before = elapsed_in(loaded_.run, games);
}

LoadedRun load_run(const fs::path& dir, const RunChange& change) {
    RunReader reader(dir, {}, change);
    reader.read();
    return std::move(reader).take();
}

} // namespace sprt
