#include "sprt/store/run_result.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <string_view>

namespace sprt {
namespace {

using referee::Json;

constexpr std::array<std::string_view, 3> kNotInGames{"games_beyond", "elapsed_s", "ended"};
/// Keys that runs of earlier versions lack.
constexpr std::array<std::string_view, 8> kNotInOldRuns{
    "drift",     "restarts",          "adjudicated",        "rests_on_adjudication",
    "disturbed", "rests_on_doubtful", "rests_on_tampering", "rests_on_distrusted"};

/// Keys that a match lacks.
constexpr std::array kOfTests{"verdict",
                              "llr",
                              "rests_on_disputed",
                              "rests_on_adjudication",
                              "rests_on_doubtful",
                              "rests_on_tampering",
                              "rests_on_distrusted"};

std::int64_t us(std::chrono::nanoseconds time) {
    return std::chrono::duration_cast<std::chrono::microseconds>(time).count();
}

Json verdict_name(Verdict verdict) {
    return verdict == Verdict::Continue ? Json(nullptr) : Json(name(verdict));
}

bool is_equal(const Json& a, const Json& b) {
    if (a.is_array() && b.is_array() && a.size() == b.size()) {
        return std::equal(a.begin(), a.end(), b.begin(), is_equal);
    }
    if (a.is_object() && b.is_object() && a.size() == b.size()) {
        return std::ranges::all_of(a.items(), [&](const auto& item) {
            return b.contains(item.key()) && is_equal(item.value(), b.at(item.key()));
        });
    }
    if (a.is_number_float() || b.is_number_float()) {
        constexpr double kRounding = 1e-9;
        if (!a.is_number() || !b.is_number()) {
            return false;
        }
        const double x = a.get<double>();
        const double y = b.get<double>();
        return std::abs(x - y) <= kRounding * std::max({1.0, std::abs(x), std::abs(y)});
    }
    return a == b;
}

void compare(const Json& stored, const Json& computed, const std::string& pointer,
             std::vector<ResultDifference>& found) {
    for (const auto& [key, value] : computed.items()) {
        const std::string place = pointer + "/" + key;
        if (std::find(kNotInGames.begin(), kNotInGames.end(), key) != kNotInGames.end()) {
            continue;
        }
        if (std::ranges::find(kNotInOldRuns, key) != kNotInOldRuns.end() && !stored.contains(key)) {
            continue;
        }
        const Json there = stored.is_object() && stored.contains(key) ? stored.at(key) : Json(nullptr);
        if (value.is_object() && there.is_object()) {
            compare(there, value, place, found);
            for (const auto& [more, stored_value] : there.items()) {
                if (!value.contains(more)) {
                    found.push_back({place + "/" + more, stored_value, nullptr});
                }
            }
        } else if (!is_equal(there, value)) {
            found.push_back({place, there, value});
        }
    }
}

Json drift_json(const Drift& drift) {
    const auto figures = [](const std::optional<Correlation>& seen) {
        return seen ? Json{{"r", seen->r}, {"p", seen->p}} : Json(nullptr);
    };
    return {{"lag_one", figures(drift.lag_one)}, {"trend", figures(drift.trend)}};
}

Json adjudicated_json(const AdjudicationCounts& adjudicated) {
    Json json = Json::object();
    for (const referee::AdjudicationRule rule : referee::kAdjudicationRules) {
        const RuleCounts& counts = adjudicated.of[rule];
        if (!counts.is_empty()) {
            json[std::string(name(rule))] = {{"ended", counts.ended},
                                             {"verified", counts.verified},
                                             {"wrong", counts.wrong},
                                             {"turns_saved", counts.turns_saved}};
        }
    }
    return json;
}

Json disturbed_json(const referee::Disturbances& times) {
    Json json{{"tampering", {times.tampering.agent1, times.tampering.agent2}},
              {"referee_stopped", times.referee_stopped},
              {"machine_suspended", times.machine_suspended}};
    if (times.machine_overloaded > 0) {
        json["machine_overloaded"] = times.machine_overloaded;
    }
    if (times.out_of_memory > 0) {
        json["out_of_memory"] = times.out_of_memory;
    }
    return json;
}

} // namespace

double seconds_of(std::chrono::nanoseconds time) {
    return static_cast<double>(std::chrono::round<std::chrono::milliseconds>(time).count()) / 1000;
}

std::vector<ResultDifference> json_differences(const Json& stored, const Json& computed) {
    std::vector<ResultDifference> found;
    compare(stored, computed, "/result", found);
    return found;
}

Json to_json(const RunState& result, RunKind kind) {
    const Standing& standing = result.standing;
    const Conduct& conduct = result.conduct;
    const auto delays = result.machine.delays();
    const auto& disputed = result.machine.disputed();
    const auto& interference = result.machine.interference();
    Json json{
        {"verdict", verdict_name(result.verdict())},
        {"reason", name(result.reason)},
        {"llr", standing.evaluation.llr},
        {"games", standing.games.games()},
        {"wld", {standing.games.wins, standing.games.losses, standing.games.draws}},
        {"ptnml", standing.pairs.counts},
        {"pairs",
         {{"whole", standing.whole_pairs},
          {"distinct", standing.distinct_pairs},
          {"dropped", standing.dropped_pairs},
          {"n_eff", standing.n_eff ? Json(*standing.n_eff) : Json(nullptr)}}},
        {"drift", drift_json(standing.drift)},
        {"unscored", standing.unscored},
        {"games_beyond", result.games_beyond},
        {"broken", result.broken ? Json(number(*result.broken)) : Json(nullptr)},
        {"faults", {conduct.faults.agent1.faults(), conduct.faults.agent2.faults()}},
        {"time_losses", {conduct.faults.agent1.time_losses(), conduct.faults.agent2.time_losses()}},
        {"disputed", {disputed.agent1, disputed.agent2}},
        {"rests_on_disputed", result.verdict() != Verdict::Continue && standing.rests_on_disputed()},
        {"adjudicated", adjudicated_json(standing.adjudicated)},
        {"rests_on_adjudication", result.verdict() != Verdict::Continue && standing.rests_on_adjudication()},
        {"rests_on_doubtful", result.verdict() != Verdict::Continue && standing.rests_on_doubtful()},
        {"disturbed", disturbed_json(result.machine.disturbances())},
        {"rests_on_tampering", result.rests_on_tampering()},
        {"rests_on_distrusted", result.rests_on_distrusted()},
        {"delays_us",
         {{"median", us(delays.median)}, {"p99", us(delays.p99)}, {"largest", us(delays.largest)}}},
        {"interference", {interference.agent1, interference.agent2}},
        {"lacks_opening", {conduct.lacks_opening.agent1, conduct.lacks_opening.agent2}},
        {"restarts", {conduct.effort.agent1.restarts, conduct.effort.agent2.restarts}},
        {"used_us", {us(conduct.used.agent1), us(conduct.used.agent2)}},
        {"elapsed_s", seconds_of(result.elapsed)}};
    if (kind == RunKind::Match) {
        for (const char* const of_tests : kOfTests) {
            json.erase(of_tests);
        }
    }
    return json;
}

std::vector<ResultDifference> differences_of_files(const RunFacts& run, const DigestCheck& digests) {
    std::vector<ResultDifference> found;
    if (run.config_is_edited()) {
        found.push_back({"/config_sha256", run.config_sha256, "that of another configuration"});
    }
    for (const auto& [index, stored, computed] : digests.differences()) {
        const bool is_shorter = stored.games != computed.games;
        const std::string pointer =
            fmt::format("/games_sha256/{}/{}", index, is_shorter ? "games" : "sha256");
        found.push_back({pointer, is_shorter ? Json(stored.games) : Json(stored.sha256),
                         is_shorter ? Json(computed.games) : Json(computed.sha256)});
    }
    return found;
}

std::vector<ResultDifference> result_differences(const Json& stored, const RunState& computed, RunKind kind) {
    std::vector<ResultDifference> found = json_differences(stored, to_json(computed, kind));
    if (computed.reason == EndReason::Interrupted) {
        const auto is_open = [](const ResultDifference& difference) {
            return difference.pointer == "/result/reason" &&
                   difference.stored == Json(name(EndReason::OpeningsUsedUp));
        };
        std::erase_if(found, is_open);
    }
    return found;
}

} // namespace sprt
