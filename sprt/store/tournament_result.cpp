#include "sprt/store/tournament_result.hpp"

#include "referee/game/json_fields.hpp"
#include "sprt/stats/ratings/ratings.hpp"
#include "sprt/store/result_json.hpp"

#include <nlohmann/json.hpp>

#include <array>
#include <chrono>

namespace sprt {
namespace {

using referee::Elsewhere;
using referee::field;
using referee::fields;
using referee::Json;

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

std::vector<std::string_view> tournament_result_keys() {
    return referee::joined(kTournamentResultFields.keys(),
                           std::to_array<std::string_view>({"distrusted_pairs", "trusted_ratings", "ended"}));
}

Json to_json(const TournamentState& state, const std::optional<Anchor>& anchor) {
    const Ratings ratings = rate(results_of(state, anchor));
    Json json = kTournamentResultFields.write(state);
    json["pairings"] = pairings_json(state, ratings);
    json["ratings"] = to_json(ratings);
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
