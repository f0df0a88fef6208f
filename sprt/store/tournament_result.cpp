#include "sprt/store/tournament_result.hpp"

#include "sprt/stats/ratings/ratings.hpp"
#include "sprt/store/json_numbers.hpp"
#include "sprt/store/ratings_json.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <utility>

namespace sprt {
namespace {

using referee::Json;

Json pairings_json(const TournamentState& state, const Ratings& ratings) {
    Json pairings = Json::array();
    for (std::size_t k = 0; k < state.pairings.size(); ++k) {
        const PairingResults& pairing = state.pairings[k];
        const auto& [one, two] = pairing.faults;
        pairings.push_back({{"agents", {pairing.a, pairing.b}},
                            {"games", pairing.games.games()},
                            {"wld", {pairing.games.wins, pairing.games.losses, pairing.games.draws}},
                            {"ptnml", pairing.pairs.counts},
                            {"repeats", pairing.repeats},
                            {"saturated", pairing.is_saturated},
                            {"faults", {one.faults(), two.faults()}},
                            {"time_losses", {one.time_losses(), two.time_losses()}},
                            {"expected_score", json_number(ratings.expected_score[k])},
                            {"residual_z", json_number(ratings.residual_z[k])}});
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
Json by_agent(const TournamentState& state, const Value& value) {
    Json json = Json::array();
    for (const AgentState& agent : state.agents) {
        json.push_back(value(agent));
    }
    return json;
}

Json disturbances_json(const TournamentState& state) {
    const referee::Disturbances& times = state.machine.disturbances();
    Json json{{"tampering", by_agent(state, [](const AgentState& agent) { return agent.tampering; })},
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

std::int64_t whole_microseconds(std::chrono::nanoseconds time) {
    return std::chrono::duration_cast<std::chrono::microseconds>(time).count();
}

} // namespace

Json to_json(const TournamentState& state, const std::optional<Anchor>& anchor) {
    const Ratings ratings = rate(results_of(state, anchor));
    const auto delays = state.machine.delays();
    Json order = Json::array();
    for (const auto& [above, below, round] : state.certified) {
        order.push_back({{"above", above}, {"below", below}, {"round", round}});
    }
    const auto first = state.games > 0
                           ? std::optional(state.first_player_points / static_cast<double>(state.games))
                           : std::nullopt;
    Json json{
        {"reason", name(state.reason)},
        {"rounds", state.rounds},
        {"games", state.games},
        {"unscored", state.unscored},
        {"pairs", pairs_json(state)},
        {"pairings", pairings_json(state, ratings)},
        {"ratings", to_json(ratings)},
        {"order", std::move(order)},
        {"first_player_score", json_number(first)},
        {"faults", by_agent(state, [](const AgentState& agent) { return agent.faults; })},
        {"time_losses", by_agent(state, [](const AgentState& agent) { return agent.time_losses; })},
        {"lacks_opening", by_agent(state, [](const AgentState& agent) { return agent.lacks_opening; })},
        {"used_us", by_agent(state, [](const AgentState& agent) { return whole_microseconds(agent.used); })},
        {"disturbed", disturbances_json(state)},
        {"delays_us",
         {{"median", whole_microseconds(delays.median)},
          {"p99", whole_microseconds(delays.p99)},
          {"largest", whole_microseconds(delays.largest)}}},
        {"games_beyond", state.games_beyond},
        {"elapsed_s", seconds_of(state.elapsed)}};
    if (const std::uint64_t pairs = distrusted_pairs(state); pairs > 0) {
        json["distrusted_pairs"] = pairs;
        json["trusted_ratings"] = to_json(rate(trusted_results_of(state, anchor)));
    }
    return json;
}

std::vector<ResultDifference> result_differences(const Json& stored, const TournamentState& computed,
                                                 const std::optional<Anchor>& anchor) {
    std::vector<ResultDifference> found = json_differences(stored, to_json(computed, anchor));
    if (computed.reason == TournamentEnd::Interrupted) {
        std::erase_if(found, [](const ResultDifference& difference) {
            return difference.pointer == "/result/reason" &&
                   difference.stored == Json(name(TournamentEnd::OpeningsUsedUp));
        });
    }
    return found;
}

} // namespace sprt
