#include "sprt/page/index.hpp"

#include "sprt/page/blocks.hpp"
#include "sprt/report/run_report.hpp"
#include "sprt/store/json_numbers.hpp"

#include <nlohmann/json.hpp>

#include <utility>
#include <vector>

namespace sprt {
namespace {

using referee::Json;

constexpr int kIndexFormat = 1;

/// The names of the variables stay. Values may be secrets.
void hide_values(Json& config) {
    for (const char* const agent : {"agent1", "agent2"}) {
        if (config.contains(agent) && config[agent].is_object() && config[agent].contains("env") &&
            config[agent]["env"].is_object()) {
            for (auto& variable : config[agent]["env"].items()) {
                variable.value() = nullptr;
            }
        }
    }
}

/// run.json without what concerns the machine's user alone.
Json shown_run(const RunFile& run) {
    Json json = run.as_read;
    json.erase("directory");
    json["machine"].erase("placement");
    hide_values(json["config"]);
    return json;
}

Json json_of(const std::vector<SeriesPoint>& points, const Series& series,
             const std::optional<TestKind>& test) {
    Json games = Json::array();
    Json llr = Json::array();
    Json llr_low = Json::array();
    Json llr_high = Json::array();
    Json elo = Json::array();
    Json low = Json::array();
    Json high = Json::array();
    Json two_sprt = Json::array();
    for (const SeriesPoint& point : points) {
        games.push_back(point.games);
        llr.push_back(json_number(point.evaluation.llr));
        llr_low.push_back(json_number(point.llr_low));
        llr_high.push_back(json_number(point.llr_high));
        elo.push_back(json_number(point.elo->elo));
        low.push_back(json_number(point.elo->anytime.lower));
        high.push_back(json_number(point.elo->anytime.upper));
        two_sprt.push_back(
            {json_number(point.evaluation.two_sprt[0]), json_number(point.evaluation.two_sprt[1])});
    }
    Json json{{"stride", series.stride()},     {"unit", series.unit_games() == 2 ? "pair" : "game"},
              {"games", std::move(games)},     {"llr", std::move(llr)},
              {"llr_low", std::move(llr_low)}, {"llr_high", std::move(llr_high)},
              {"elo", std::move(elo)},         {"low", std::move(low)},
              {"high", std::move(high)}};
    if (!test) { // a match
        json.erase("llr");
        json.erase("llr_low");
        json.erase("llr_high");
    }
    if (test == TestKind::TwoSprt) {
        json["two_sprt"] = std::move(two_sprt);
    }
    return json;
}

} // namespace

IndexedGames::IndexedGames(const CountingRules& rules)
    : columns_(rules)
    , series_(rules.by_pairs() ? 2 : 1)
    , test_(rules.test ? std::optional(rules.test->kind()) : std::nullopt) {}

void IndexedGames::add(const referee::GameRecord& record, const Tally& tally) {
    const Standing& standing = tally.result().standing;
    columns_.add(record, standing);
    series_.add(tally.games(), standing);
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
    return json;
}

Json series_json(IndexedGames& games, std::uint64_t after) {
    const std::vector<SeriesPoint> points = games.series().points(after);
    return json_of(points, games.series(), games.test());
}

Json state_json(const LoadedRun& run, IndexedGames& games) {
    Json json = run_report_values(run);
    json.erase("differences");
    json["run"] = shown_run(run.run);
    std::vector<SeriesPoint> last;
    if (const auto point = games.series().last()) {
        last.push_back(*point);
    }
    json["series"] = json_of(last, games.series(), games.test());
    return json;
}

Json index_json(const LoadedRun& run, IndexedGames& games, const PageFacts& facts) {
    Json json{{"format", kIndexFormat},   {"kind", "run"},      {"game", name(run.plan.schedule.rules)},
              {"version", facts.version}, {"made", facts.made}, {"run", shown_run(run.run)}};
    json.update(run_report_values(run));
    if (facts.live) {
        json["live"] = *facts.live;
    }
    const Columns& columns = games.columns();
    json["games"] = columns.rows().size();
    json["block"] = kBlockGames;
    json["has_games"] = facts.has_games;
    json["stderr_kb"] = facts.stderr_kb;
    json["terminations"] = columns.terminations();
    json["openings"] = columns.openings();
    json["columns"] = columns_json(columns);
    json["series"] = series_json(games);
    return json;
}

std::string text_of(const Json& json) {
    return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

} // namespace sprt
