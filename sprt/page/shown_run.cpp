#include "sprt/page/shown_run.hpp"

#include "referee/game/log/game_fields_json.hpp"
#include "sprt/page/run_of_two.hpp"
#include "sprt/page/shown_tournament.hpp"
#include "sprt/stats/estimates.hpp"
#include "sprt/store/load_run.hpp"
#include "sprt/store/result_json.hpp"
#include "sprt/store/run_directory.hpp"

#include <nlohmann/json.hpp>

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
        const Json line = referee::tuned_game_json(games[game]);
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

} // namespace sprt
