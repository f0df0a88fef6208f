#include "sprt/page/shown_workers.hpp"

#include "sprt/stats/estimates.hpp"
#include "sprt/store/result_json.hpp"

#include <nlohmann/json.hpp>

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>

namespace sprt {
namespace {

using referee::Json;

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
