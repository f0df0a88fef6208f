#include "sprt/store/run_result.hpp"

#include "referee/game/json_fields.hpp"
#include "sprt/stats/ratings/ratings.hpp"
#include "sprt/store/result_json.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <utility>

namespace sprt {

namespace {

using referee::field;
using referee::fields;
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

/// Rounded to milliseconds.
double seconds_of(std::chrono::nanoseconds time) {
    return static_cast<double>(std::chrono::round<std::chrono::milliseconds>(time).count()) / 1000;
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

constexpr auto kCorrelationFields =
    fields<Correlation>(field("r", &Correlation::r), field("p", &Correlation::p));
constexpr auto kDriftFields = fields<Drift>(field("lag_one", &Drift::lag_one, kCorrelationFields),
                                            field("trend", &Drift::trend, kCorrelationFields));
constexpr auto kPairsFields =
    fields<Standing>(field("whole", &Standing::whole_pairs), field("distinct", &Standing::distinct_pairs),
                     field("dropped", &Standing::dropped_pairs), field("n_eff", &Standing::n_eff));
constexpr auto kRuleFields =
    fields<RuleCounts>(field("ended", &RuleCounts::ended), field("verified", &RuleCounts::verified),
                       field("wrong", &RuleCounts::wrong), field("turns_saved", &RuleCounts::turns_saved));

Json adjudicated_json(const AdjudicationCounts& adjudicated) {
    Json json = Json::object();
    for (const referee::AdjudicationRule rule : referee::kAdjudicationRules) {
        if (const RuleCounts& counts = adjudicated.of[rule]; !counts.is_empty()) {
            json[std::string(name(rule))] = kRuleFields.write(counts);
        }
    }
    return json;
}

/// Whether there is a verdict that rests on these games.
constexpr auto rests_on(Doubted Standing::*games) {
    return [games](const RunState& run) {
        return run.verdict() != Verdict::Continue && run.standing.rests_on(games);
    };
}

constexpr auto kResultFields = fields<RunState>(
    field("verdict", [](const RunState& run) { return verdict_name(run.verdict()); }),
    field("reason", [](const RunState& run) { return name(run.reason); }),
    field("llr", [](const RunState& run) { return run.standing.evaluation.llr; }),
    field("games", [](const RunState& run) { return run.games(); }),
    field("wld", [](const RunState& run) { return wld_json(run.standing.games); }),
    field("ptnml", [](const RunState& run) { return run.standing.pairs.counts; }),
    field("pairs", [](const RunState& run) { return kPairsFields.write(run.standing); }),
    field("drift", [](const RunState& run) { return kDriftFields.write(run.standing.drift); }),
    field("unscored", [](const RunState& run) { return run.unscored(); }),
    field("games_beyond", &RunState::games_beyond),
    field("broken",
          [](const RunState& run) { return run.broken ? Json(number(*run.broken)) : Json(nullptr); }),
    field("faults", [](const RunState& run) { return faults_json(run.conduct.faults); }),
    field("time_losses", [](const RunState& run) { return time_losses_json(run.conduct.faults); }),
    field("disputed", [](const RunState& run) { return run.machine.disputed(); }),
    field("rests_on_disputed", rests_on(&Standing::disputed)),
    field("adjudicated", [](const RunState& run) { return adjudicated_json(run.standing.adjudicated); }),
    field("rests_on_adjudication",
          [](const RunState& run) {
              return run.verdict() != Verdict::Continue && run.standing.rests_on_adjudication();
          }),
    field("rests_on_doubtful", rests_on(&Standing::doubtful)),
    field("disturbed", [](const RunState& run) { return disturbances_json(run.machine.disturbances()); }),
    field("rests_on_tampering", &RunState::rests_on_tampering),
    field("rests_on_distrusted", &RunState::rests_on_distrusted),
    field("delays_us", [](const RunState& run) { return delays_json(run.machine.delays()); }),
    field("interference", [](const RunState& run) { return run.machine.interference(); }),
    field("lacks_opening", [](const RunState& run) { return run.conduct.lacks_opening; }),
    field("restarts",
          [](const RunState& run) {
              return Json{run.conduct.effort.agent1.restarts, run.conduct.effort.agent2.restarts};
          }),
    field(
        "used_us", [](const RunState& run) { return run.conduct.used; },
        referee::In<std::chrono::microseconds>()),
    field("elapsed_s", [](const RunState& run) { return seconds_of(run.elapsed); }));

using referee::Elsewhere;

constexpr auto kPairingFields = fields<PairingResults>(
    field("agents",
          [](const auto& met) {
              return std::array{met.a, met.b};
          }),
    field("games", [](const auto& met) { return met.games.games(); }),
    field("wld", [](const auto& met) { return wld_json(met.games); }),
    field("ptnml", [](const auto& met) { return met.pairs.counts; }),
    field("repeats", &PairingResults::repeats), field("saturated", &PairingResults::is_saturated),
    field("faults", [](const auto& met) { return faults_json(met.faults); }),
    field("time_losses", [](const auto& met) { return time_losses_json(met.faults); }),
    Elsewhere{"expected_score"}, Elsewhere{"residual_z"});

Json pairings_json(const TournamentState& state, const Ratings& ratings) {
    Json pairings = referee::written(kPairingFields, state.pairings);
    for (std::size_t k = 0; k < state.pairings.size(); ++k) {
        pairings[k]["expected_score"] = json_number(ratings.expected_score[k]);
        pairings[k]["residual_z"] = json_number(ratings.residual_z[k]);
    }
    return pairings;
}

Json pairs_json(const TournamentState& state) {
    std::uint64_t whole = 0;
    std::uint64_t copies = 0;
    std::uint64_t dropped = 0;
    for (const PairingResults& pairing : state.pairings) {
        whole += pairing.whole;
        copies += pairing.repeats;
        dropped += pairing.dropped;
    }
    return {{"whole", whole}, {"distinct", whole - copies}, {"dropped", dropped}};
}

/// A value for each agent.
template<class Value>
constexpr auto by_agent(Value AgentState::*member) {
    return [member](const TournamentState& state) {
        std::vector<Value> values;
        for (const AgentState& agent : state.agents) {
            values.push_back(agent.*member);
        }
        return values;
    };
}

Json disturbed_json(const TournamentState& state) {
    Json json = disturbances_json(state.machine.disturbances());
    json["tampering"] = by_agent(&AgentState::tampering)(state);
    return json;
}

std::optional<double> first_player_score(const TournamentState& state) {
    return state.games > 0 ? std::optional(state.first_player_points / static_cast<double>(state.games))
                           : std::nullopt;
}

constexpr auto kOrderFields = fields<Certified>(
    field("above", &Certified::above), field("below", &Certified::below), field("round", &Certified::round));
constexpr auto kTournamentResultFields = fields<TournamentState>(
    field("reason", [](const auto& state) { return name(state.reason); }),
    field("rounds", &TournamentState::rounds), field("games", &TournamentState::games),
    field("unscored", &TournamentState::unscored), field("pairs", pairs_json), Elsewhere{"pairings"},
    Elsewhere{"ratings"}, field("order", &TournamentState::certified, kOrderFields),
    field("first_player_score", first_player_score), field("faults", by_agent(&AgentState::faults)),
    field("time_losses", by_agent(&AgentState::time_losses)),
    field("lacks_opening", by_agent(&AgentState::lacks_opening)),
    field("used_us", by_agent(&AgentState::used), referee::In<std::chrono::microseconds>()),
    field("disturbed", disturbed_json),
    field("delays_us", [](const auto& state) { return delays_json(state.machine.delays()); }),
    field("games_beyond", &TournamentState::games_beyond),
    field("elapsed_s", [](const auto& state) { return seconds_of(state.elapsed); }));

} // namespace

std::vector<std::string_view> result_keys() {
    // Versions up to 0.1.0 wrote `two_sprt`; nothing reads it.
    return referee::joined(kResultFields.keys(),
                           std::to_array<std::string_view>({"two_sprt", "ended", "tune"}));
}

Json to_json(const RunState& result, RunKind kind) {
    Json json = kResultFields.write(result);
    if (kind != RunKind::Test) {
        for (const char* const of_tests : kOfTests) {
            json.erase(of_tests);
        }
    }
    if (kind == RunKind::Tune) {
        for (const char* const of_two : {"wld", "ptnml", "pairs", "drift"}) { // see `verify`
            json.erase(of_two);
        }
        json["tune"] = tune_json(result);
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

std::vector<ResultDifference> result_differences(const Json& stored, const Json& computed) {
    std::vector<ResultDifference> found;
    compare(stored, computed, "/result", found);
    if (computed["reason"] ==
        name(EndReason::Interrupted)) { // games do not tell that all openings were played
        std::erase_if(found, [](const ResultDifference& difference) {
            return difference.pointer == "/result/reason" &&
                   difference.stored == name(EndReason::OpeningsUsedUp);
        });
    }
    return found;
}

std::vector<std::string_view> tournament_result_keys() {
    return referee::joined(
        kTournamentResultFields.keys(),
        std::to_array<std::string_view>({"adjudicated", "distrusted_pairs", "trusted_ratings", "ended"}));
}

Json to_json(const TournamentState& state, const std::optional<Anchor>& anchor) {
    const Ratings ratings = rate(results_of(state, anchor));
    Json json = kTournamentResultFields.write(state);
    json["pairings"] = pairings_json(state, ratings);
    json["ratings"] = to_json(ratings);
    if (Json adjudicated = adjudicated_json(state.adjudicated); !adjudicated.empty()) {
        json["adjudicated"] = std::move(adjudicated);
    }
    if (const std::uint64_t pairs = distrusted_pairs(state); pairs > 0) {
        json["distrusted_pairs"] = pairs;
        json["trusted_ratings"] = to_json(rate(results_of(state, anchor, true)));
    }
    return json;
}

} // namespace sprt
