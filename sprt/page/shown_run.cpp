#include "sprt/page/shown_run.hpp"

#include "referee/game/log/game_fields_json.hpp"
#include "sprt/page/shown_tournament.hpp"
#include "sprt/report/outcome.hpp"
#include "sprt/report/run_report.hpp"
#include "sprt/report/tuning_text.hpp"
#include "sprt/stats/estimates.hpp"
#include "sprt/store/load_run.hpp"
#include "sprt/store/result_json.hpp"
#include "sprt/store/run_directory.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <map>
#include <utility>

namespace sprt {

namespace {

using referee::Json;

constexpr int kIndexFormat = 1;

/// The names of the variables of an agent's configuration stay.
void hide_values(Json& agent) {
    if (agent.is_object() && agent.contains("env") && agent["env"].is_object()) {
        for (auto& variable : agent["env"].items()) {
            variable.value() = nullptr;
        }
    }
}

} // namespace

Json run_as_shown(const RunFacts& run) {
    Json json = run.as_read;
    json.erase("directory");
    json.erase("workers");
    json["machine"].erase("placement");
    Json& config = json["config"];
    for (const char* const agent : {"agent", "agent1", "agent2"}) {
        if (config.contains(agent)) {
            hide_values(config[agent]);
        }
    }
    for (Json* const holder : {&config, &json}) {
        for (const char* const agents : {"agents", "later"}) {
            if (holder->contains(agents) && (*holder)[agents].is_array()) {
                for (Json& agent : (*holder)[agents]) {
                    hide_values(agent);
                }
            }
        }
    }
    return json;
}

namespace {

constexpr PropertyOf<GameRow> kColumns[] = {
    {"first", [](const GameRow& row) { return Json(row.first); }},
    {"winner", [](const GameRow& row) { return row.winner ? Json(*row.winner) : Json(nullptr); }},
    {"turns", [](const GameRow& row) { return Json(row.turns); }},
    {"termination", [](const GameRow& row) { return Json(row.termination); }},
    {"opening", [](const GameRow& row) { return Json(row.opening); }},
    {"score1", [](const GameRow& row) { return Json(row.score.agent1); }},
    {"score2", [](const GameRow& row) { return Json(row.score.agent2); }},
    {"used1_us", [](const GameRow& row) { return Json(row.used_us.agent1); }},
    {"used2_us", [](const GameRow& row) { return Json(row.used_us.agent2); }},
    {"fault", [](const GameRow& row) { return Json(row.fault); }},
    {"disputed", [](const GameRow& row) { return Json(row.disputed ? 1 : 0); }},
    {"repeat", [](const GameRow& row) { return Json(row.repeat ? 1 : 0); }},
    {"delay_us", [](const GameRow& row) { return Json(row.delay_us); }},
};

/// Positions in `worker_names`, or null for this machine.
constexpr PropertyOf<GameRow> kWorkerColumn[] = {
    {"worker", [](const GameRow& row) { return row.worker ? Json(*row.worker) : Json(nullptr); }},
};

/// Of a tuning. Nothing else has any of these games.
constexpr PropertyOf<referee::TunedGame> kTunedColumns[] = {
    {"kind", [](const referee::TunedGame& game) { return Json(name(game.kind)); }},
    {"k", [](const referee::TunedGame& game) { return Json(game.k); }},
    {"values", [](const referee::TunedGame& game) { return referee::TunedGameCode().write(game)["values"]; }},
};

/// Of `all` those who played one of the games of `columns` from game `from` on.
Json workers_since(const Json& all, const Columns& columns, std::size_t from) {
    Json some = Json::object();
    for (std::size_t game = from; game < columns.rows().size(); ++game) {
        if (const auto& worker = columns.rows()[game].worker) {
            const std::string& name = columns.workers()[*worker];
            some[name] = all.at(name);
        }
    }
    return some;
}

} // namespace

Json warnings_of(const Json& doubts) {
    Json warnings = Json::array();
    for (const Json& doubt : doubts) {
        warnings.push_back(doubt["text"]);
    }
    return warnings;
}

void ShownRun::add_line(std::string_view line) {
    if ((columns_.rows().size() - 1) % kBlockGames == 0) {
        begins_.push_back(end_);
    }
    end_ += line.size() + 1;
}

std::optional<std::pair<std::uintmax_t, std::uintmax_t>> ShownRun::place_of(std::uint64_t block) const {
    if (block >= begins_.size()) {
        return std::nullopt;
    }
    return std::pair(begins_[block], block + 1 < begins_.size() ? begins_[block + 1] : end_);
}

Json ShownRun::index(const PageFacts& facts) {
    Json json{{"format", kIndexFormat},      {"kind", kind()},
              {"game", name(game())},        {"version", facts.version},
              {"made", facts.made},          {"games", columns_.rows().size()},
              {"block", kBlockGames},        {"has_games", facts.has_games},
              {"stderr_kb", facts.stderr_kb}};
    if (facts.live) {
        json["live"] = *facts.live;
    }
    if (facts.was_live) {
        json["was_live"] = true;
    }
    json.update(changing());
    json.update(games_from(0, 0));
    json.erase("from");
    if (auto all = workers()) { // also those without games
        json["workers"] = *std::move(all);
    }
    return json;
}

Json ShownRun::games_from(std::size_t from, std::uint64_t positions_after) {
    Json json{{"from", from},
              {"terminations", columns_.terminations()},
              {"openings", columns_.openings()},
              {"columns", Json::object()}};
    add_arrays(json["columns"], columns_.rows(), kColumns, from);
    add_own(json, from, positions_after);
    if (const auto all = workers()) {
        add_arrays(json["columns"], columns_.rows(), kWorkerColumn, from);
        json["worker_names"] = columns_.workers();
        json["workers"] = workers_since(*all, columns_, from);
    }
    return json;
}

std::optional<Json> ShownRun::workers() const {
    const auto& remote = facts().remote;
    if (!remote && columns_.workers().empty()) {
        return std::nullopt;
    }
    Json all =
        workers_json(remote ? remote->workers : std::map<std::string, WorkerFacts>{}, games_by_worker());
    add_to_workers(all);
    return all;
}

std::unique_ptr<ShownRun> shown_run(const std::filesystem::path& dir,
                                    std::function<void(std::string_view)> on_line) {
    if (is_tournament(dir)) {
        return std::make_unique<ShownTournament>(dir, std::move(on_line));
    }
    return std::make_unique<RunOfTwo>(dir, std::move(on_line));
}

namespace {

std::optional<double> score_of(const Wld& games) {
    return games.games() > 0 ? std::optional(moments(weights(games)).mean) : std::nullopt;
}

constexpr double kAlpha = 0.05;

bool repeats_often(const Standing& standing) {
    constexpr std::uint64_t kOneIn = 20;
    return kOneIn * (standing.whole_pairs - standing.distinct_pairs) > standing.whole_pairs;
}

void fill_elo(SeriesPoint& point) {
    if (!point.elo) {
        point.elo = elo_so_far(point.counted);
    }
}

/// What became of a run that is over.
std::string words_at_end(const RunSnapshot& run) {
    const Outcome outcome = outcome_of(run);
    if (outcome.gate == GateOutcome::Broken) {
        return "broken";
    }
    if (run.plan.counting.test) {
        const bool is_decided = outcome.gate == GateOutcome::Passed || outcome.gate == GateOutcome::Rejected;
        return is_decided ? outcome.short_form : "no decision";
    }
    const bool is_whole = outcome.reason == EndReason::Games || outcome.reason == EndReason::MaxTime;
    return std::string(run.state.tuning ? "tuning, " : "match, ") + (is_whole ? "finished" : "ended early");
}

} // namespace

void Series::add(std::uint64_t games, const Standing& standing) {
    const double llr = standing.evaluation.llr;
    SeriesPoint point{.games = games,
                      .counted = standing.counted,
                      .evaluation = standing.evaluation,
                      .llr_low = llr,
                      .llr_high = llr};
    if (open_) {
        point.llr_low = std::min(llr, open_->llr_low);
        point.llr_high = std::max(llr, open_->llr_high);
    }
    if (games % (unit_games_ * stride_) != 0) {
        open_ = point;
        return;
    }
    open_.reset();
    kept_.push_back(point);
    if (kept_.size() == kMost) {
        drop_every_second();
    }
}

/// Keeps the multiples of twice the stride. The extremes of those that go are kept in the next one.
void Series::drop_every_second() {
    for (std::size_t i = 0; 2 * i + 1 < kept_.size(); ++i) {
        const SeriesPoint before = kept_[2 * i];
        SeriesPoint& point = kept_[i];
        point = kept_[2 * i + 1];
        point.llr_low = std::min(point.llr_low, before.llr_low);
        point.llr_high = std::max(point.llr_high, before.llr_high);
    }
    kept_.resize(kept_.size() / 2);
    stride_ *= 2;
}

std::vector<SeriesPoint> Series::points(std::uint64_t after) {
    const auto first = std::partition_point(kept_.begin(), kept_.end(),
                                            [&](const SeriesPoint& point) { return point.games <= after; });
    std::for_each(first, kept_.end(), fill_elo);
    std::vector<SeriesPoint> found(first, kept_.end());
    if (open_ && open_->games > after) {
        fill_elo(*open_);
        found.push_back(*open_);
    }
    return found;
}

std::optional<SeriesPoint> Series::last() {
    if (!open_ && kept_.empty()) {
        return std::nullopt;
    }
    SeriesPoint& point = open_ ? *open_ : kept_.back();
    fill_elo(point);
    return point;
}

Json changing_values(const LoadedRun& loaded, const RunSnapshot& run) {
    const Outcome outcome = outcome_of(run);
    Json json = run_report_values(loaded, run, outcome);
    json["title"] = outcome.title;
    json["warnings"] = warnings_of(json["doubts"]);
    json["end"] = loaded.is_over ? Json(outcome.end()) : Json(nullptr);
    json["run"] = run_as_shown(loaded.run);
    if (run.state.tuning) {
        json["gain"] = gain_text(run.state);
    }
    json.erase("workers"); // it has its own events
    json.erase("stored");  // it is in the run
    return json;
}

RunOfTwo::RunOfTwo(const std::filesystem::path& dir, std::function<void(std::string_view)> on_line)
    : ShownFile(
          dir,
          [this](const referee::GameRecord& record, const Tally& tally) {
              const Standing& standing = tally.state().standing;
              columns_.add(record, standing);
              if (series_) {
                  series_->add(tally.games(), standing);
              }
          },
          std::move(on_line)) {
    const CountingRules& rules = run().plan.counting;
    columns_ = Columns(rules);
    if (!rules.tune) {
        series_.emplace(rules.by_pairs() ? 2 : 1);
    }
}

Json RunOfTwo::series_json(const std::vector<SeriesPoint>& points) const {
    constexpr PropertyOf<SeriesPoint> kPositions[] = {
        {"games", [](const SeriesPoint& point) { return Json(point.games); }},
        {"llr", [](const SeriesPoint& point) { return json_number(point.evaluation.llr); }},
        {"llr_low", [](const SeriesPoint& point) { return json_number(point.llr_low); }},
        {"llr_high", [](const SeriesPoint& point) { return json_number(point.llr_high); }},
        {"elo", [](const SeriesPoint& point) { return json_number(point.elo->elo); }},
        {"low", [](const SeriesPoint& point) { return json_number(point.elo->anytime.lower); }},
        {"high", [](const SeriesPoint& point) { return json_number(point.elo->anytime.upper); }},
    };
    Json json{{"stride", series_->stride()}, {"unit", series_->unit_games() == 2 ? "pair" : "game"}};
    add_arrays(json, points, kPositions);
    if (!run().plan.counting.test) { // a match
        for (const char* const ratio : {"llr", "llr_low", "llr_high"}) {
            json.erase(ratio);
        }
    }
    return json;
}

ListedRun RunOfTwo::listed(bool is_live) const {
    const RunState state = run().state();
    ListedRun row{.agents = {run().plan.agents.agent1.name},
                  .words = run().is_over ? words_at_end(snapshot_of(run(), state))
                           : is_live     ? "in progress"
                                         : "interrupted"};
    if (!state.tuning) { // which plays itself
        row.agents.push_back(run().plan.agents.agent2.name);
    }
    row.title = run().run.config.title;
    if (run().plan.counting.test) {
        row.llr = state.standing.evaluation.llr;
    }
    return row;
}

Json RunOfTwo::changing() {
    const RunState state = run().state();
    return changing_values(run(), snapshot_of(run(), state));
}

Json RunOfTwo::state() {
    Json json = ShownRun::state();
    if (series_) {
        std::vector<SeriesPoint> last;
        if (const auto point = series_->last()) {
            last.push_back(*point);
        }
        json["series"] = series_json(last);
    }
    return json;
}

void RunOfTwo::add_own(Json& json, std::size_t from, std::uint64_t positions_after) {
    if (!columns_.tuned().empty()) {
        add_arrays(json["columns"], columns_.tuned(), kTunedColumns, from);
    }
    if (series_) {
        json["series"] = series_json(series_->points(positions_after));
    }
}

/// The `score` of agent 1 in the worker's scored games, and `score_ci95`, of the pairs of which it played
/// both games. It holds at any time, for each worker by itself. It is `[null, null]` where more than one pair
/// of the run in 20 repeats another one, because copies say nothing new.
void RunOfTwo::add_to_workers(Json& workers) const {
    const RunState& state = run().tally.state();
    if (state.tuning) { // agent 1 is another one in each pair
        return;
    }
    const bool has_intervals = !repeats_often(state.standing);
    for (const auto& [name, its] : state.workers.by_name()) {
        workers[name]["score"] = json_number(score_of(its.wld));
        workers[name]["score_ci95"] = json_interval(
            has_intervals ? std::optional(confidence_sequence(its.pairs, kAlpha).score) : std::nullopt);
    }
}

} // namespace sprt
