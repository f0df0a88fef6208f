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

/// The columns of a tuning. Nothing else has any of these games.
void add_tuned(Json& json, const std::vector<referee::TunedGame>& games, std::size_t from) {
    if (games.empty()) {
        return;
    }
    for (const char* const key : {"kind", "k", "values"}) {
        json[key] = Json::array();
    }
    for (std::size_t game = from; game < games.size(); ++game) {
        const Json line = referee::TunedGameCode().write(games[game]);
        for (const char* const key : {"kind", "k", "values"}) {
            json[key].push_back(line[key]);
        }
    }
}

} // namespace

Json warnings_of(const Json& doubts) {
    Json warnings = Json::array();
    for (const Json& doubt : doubts) {
        warnings.push_back(doubt["text"]);
    }
    return warnings;
}

Json common_index(ShownRun& run, referee::Game game, const Json& changing, const PageFacts& facts) {
    const Columns& columns = run.columns();
    Json json{
        {"format", kIndexFormat},      {"kind", run.kind() == RunKind::Tournament ? "tournament" : "run"},
        {"game", name(game)},          {"version", facts.version},
        {"made", facts.made},          {"games", columns.rows().size()},
        {"block", kBlockGames},        {"has_games", facts.has_games},
        {"stderr_kb", facts.stderr_kb}};
    if (facts.live) {
        json["live"] = *facts.live;
    }
    json.update(changing);
    json.update(run.games_from(0, 0));
    json.erase("from");
    if (auto all = run.workers()) { // also those without games
        json["workers"] = *std::move(all);
    }
    return json;
}

Json columns_json(const Columns& columns, std::size_t from) {
    using Member = Json (*)(const GameRow&);
    const std::pair<const char*, Member> members[] = {
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
    Json json = Json::object();
    for (const auto& [key, value_of] : members) {
        Json values = Json::array();
        for (std::size_t game = from; game < columns.rows().size(); ++game) {
            values.push_back(value_of(columns.rows()[game]));
        }
        json[key] = std::move(values);
    }
    add_tuned(json, columns.tuned(), from);
    return {{"terminations", columns.terminations()},
            {"openings", columns.openings()},
            {"columns", std::move(json)}};
}

std::unique_ptr<ShownRun> shown_run(const std::filesystem::path& dir,
                                    std::function<void(std::string_view)> on_line) {
    expect_run(dir);
    if (kind_in(dir / kRunFile) == RunKind::Tournament) {
        return std::make_unique<ShownTournament>(dir, std::move(on_line));
    }
    return std::make_unique<RunOfTwo>(dir, std::move(on_line));
}

namespace {

std::optional<double> score_of(const Wld& games) {
    if (games.games() == 0) {
        return std::nullopt;
    }
    return (static_cast<double>(games.wins) + static_cast<double>(games.draws) / 2) /
           static_cast<double>(games.games());
}

constexpr double kAlpha = 0.05;

bool repeats_often(const Standing& standing) {
    constexpr std::uint64_t kOneIn = 20;
    return kOneIn * (standing.whole_pairs - standing.distinct_pairs) > standing.whole_pairs;
}

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

Json shown_workers(const RunFacts& run, const GamesByWorker& games) {
    return workers_json(run.remote ? run.remote->workers : std::map<std::string, WorkerFacts>{}, games);
}

void add_scores(Json& all, const GamesByWorker& games, const Standing& standing) {
    const bool has_intervals = !repeats_often(standing);
    for (const auto& [name, its] : games.by_name()) {
        all[name]["score"] = json_number(score_of(its.wld));
        all[name]["score_ci95"] = json_interval(
            has_intervals ? std::optional(confidence_sequence(its.pairs, kAlpha).score) : std::nullopt);
    }
}

void add_workers(Json& json, const Json& all, const Columns& columns, std::size_t from) {
    Json values = Json::array();
    for (std::size_t game = from; game < columns.rows().size(); ++game) {
        const auto& worker = columns.rows()[game].worker;
        values.push_back(worker ? Json(*worker) : Json(nullptr));
    }
    json["columns"]["worker"] = std::move(values);
    json["worker_names"] = columns.workers();
    json["workers"] = workers_since(all, columns, from);
}

namespace {

void fill_elo(SeriesPoint& point) {
    if (!point.elo) {
        point.elo = elo_so_far(point.counted);
    }
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
    json["run"].erase("workers");
    json.erase("workers"); // it has its own events
    json.erase("stored");  // it is in the run
    return json;
}

RunOfTwo::RunOfTwo(const std::filesystem::path& dir, std::function<void(std::string_view)> on_line)
    : reader_(dir, {[this](const referee::GameRecord& record, const Tally& tally) {
                        const Standing& standing = tally.state().standing;
                        columns_->add(record, standing);
                        if (series_) {
                            series_->add(tally.games(), standing);
                        }
                    },
                    std::move(on_line)}) {
    const CountingRules& rules = run().plan.counting;
    columns_.emplace(rules);
    if (!rules.tune) {
        series_.emplace(rules.by_pairs() ? 2 : 1);
    }
}

void RunOfTwo::read() {
    reader_.read();
}

Json RunOfTwo::series_json(const std::vector<SeriesPoint>& points) const {
    const auto& test = run().plan.counting.test;
    Json games = Json::array();
    Json llr = Json::array();
    Json llr_low = Json::array();
    Json llr_high = Json::array();
    Json elo = Json::array();
    Json low = Json::array();
    Json high = Json::array();
    for (const SeriesPoint& point : points) {
        games.push_back(point.games);
        llr.push_back(json_number(point.evaluation.llr));
        llr_low.push_back(json_number(point.llr_low));
        llr_high.push_back(json_number(point.llr_high));
        elo.push_back(json_number(point.elo->elo));
        low.push_back(json_number(point.elo->anytime.lower));
        high.push_back(json_number(point.elo->anytime.upper));
    }
    Json json{{"stride", series_->stride()},   {"unit", series_->unit_games() == 2 ? "pair" : "game"},
              {"games", std::move(games)},     {"llr", std::move(llr)},
              {"llr_low", std::move(llr_low)}, {"llr_high", std::move(llr_high)},
              {"elo", std::move(elo)},         {"low", std::move(low)},
              {"high", std::move(high)}};
    if (!test) { // a match
        json.erase("llr");
        json.erase("llr_low");
        json.erase("llr_high");
    }
    return json;
}

ListedRun RunOfTwo::listed(bool is_live) const {
    const RunState state = run().state();
    const bool is_test = run().plan.counting.test.has_value();
    ListedRun row{.agents = {run().plan.agents.agent1.name},
                  .words = run().is_over ? is_test        ? "no decision"
                                           : state.tuning ? "tuning, finished"
                                                          : "match, finished"
                           : is_live     ? "in progress"
                                         : "interrupted"};
    if (!state.tuning) { // which plays itself
        row.agents.push_back(run().plan.agents.agent2.name);
    }
    row.title = run().run.config.title;
    if (state.verdict() != Verdict::Continue) {
        row.words = outcome_of(snapshot_of(run(), state)).short_form;
    }
    if (is_test) {
        row.llr = state.standing.evaluation.llr;
    }
    return row;
}

Json RunOfTwo::changing() const {
    const RunState state = run().state();
    return changing_values(run(), snapshot_of(run(), state));
}

bool RunOfTwo::has_workers() const noexcept {
    return run().run.remote || !columns_->workers().empty();
}

std::optional<Json> RunOfTwo::workers() const {
    if (!has_workers()) {
        return std::nullopt;
    }
    const RunState& state = run().tally.state();
    Json all = shown_workers(run().run, state.workers);
    if (!state.tuning) { // of which agent 1 is another one in each pair
        add_scores(all, state.workers, state.standing);
    }
    return all;
}

Json RunOfTwo::index(const PageFacts& facts) {
    return common_index(*this, run().plan.schedule.rules, changing(), facts);
}

Json RunOfTwo::state() {
    Json json = changing();
    json.erase("differences");
    if (series_) {
        std::vector<SeriesPoint> last;
        if (const auto point = series_->last()) {
            last.push_back(*point);
        }
        json["series"] = series_json(last);
    }
    return json;
}

Json RunOfTwo::games_from(std::size_t from, std::uint64_t positions_after) {
    Json json{{"from", from}};
    json.update(columns_json(*columns_, from));
    if (series_) {
        json["series"] = series_json(series_->points(positions_after));
    }
    if (const auto all = workers()) {
        add_workers(json, *all, *columns_, from);
    }
    return json;
}

} // namespace sprt
