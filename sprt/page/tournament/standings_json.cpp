#include "sprt/page/tournament/standings_json.hpp"

#include "sprt/report/match_estimates.hpp"
#include "sprt/report/tournament/standings_text.hpp"
#include "sprt/store/json_numbers.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace sprt {
namespace {

using referee::Json;

/// `[elo, low, high]`; of an agent that is above or below all that is known there is one end alone.
Json rating_json(const ShownRating& shown) {
    using enum ShownRating::Kind;
    switch (shown.kind) {
    case None:
        break;
    case AtLeast:
        return {nullptr, json_number(shown.bound), nullptr};
    case AtMost:
        return {nullptr, nullptr, json_number(shown.bound)};
    case Known:
        return {json_number(shown.elo), json_number(shown.interval.lower), json_number(shown.interval.upper)};
    }
    return nullptr;
}

Json row_json(const Standings& standings, std::size_t agent, std::optional<std::size_t> next) {
    const Ratings& ratings = standings.ratings;
    const AgentTotal total = total_of(standings, agent);
    const AgentConduct& conduct = standings.conduct[agent];
    Json json{{"agent", agent},
              {"rank", ratings.elo[agent] ? Json(ratings.ranks[agent]) : Json(nullptr)},
              {"rating", rating_json(shown_rating(standings, agent))},
              {"points", total.points},
              {"games", total.games},
              {"draws", total.draws},
              {"los", json_number(next ? ratings.los[agent][*next] : std::nullopt)},
              {"faults", conduct.faults},
              {"time_losses", conduct.time_losses},
              {"withdrawn", conduct.withdrawn.has_value()},
              {"removed", conduct.is_removed},
              {"saturated", conduct.is_saturated}};
    if (conduct.withdrawn) {
        json["withdrawn_for"] = name(*conduct.withdrawn);
    }
    return json;
}

/// Whether the number of a pairing's games was fixed before the first one.
bool has_fixed_number(const TournamentPlan& plan, const TournamentState& state,
                      const PairingResults& pairing) {
    const std::vector<std::size_t>& playing = plan.counting.rules.stages.back().agents;
    const auto plays_on = [&](std::size_t agent) {
        return !state.agents[agent].withdrawn && !state.agents[agent].is_out &&
               std::ranges::binary_search(playing, agent);
    };
    return state.reason == TournamentEnd::Rounds && !plan.rounds_changed && !pairing.is_saturated &&
           plays_on(pairing.a) && plays_on(pairing.b);
}

} // namespace

Json standings_json(const Standings& standings) {
    const std::vector<std::size_t> order = order_of_rows(standings.ratings);
    Json rows = Json::array();
    for (std::size_t row = 0; row < order.size(); ++row) {
        rows.push_back(row_json(standings, order[row],
                                row + 1 < order.size() ? std::optional(order[row + 1]) : std::nullopt));
    }
    Json differences = Json::array();
    for (std::size_t rival = 0; rival < order.size(); ++rival) {
        Json line = Json::array();
        for (std::size_t agent = 0; agent < order.size(); ++agent) {
            line.push_back(rating_json(shown_difference(standings, agent, rival)));
        }
        differences.push_back(std::move(line));
    }
    std::vector<std::string> notes = rating_notes(standings);
    notes.insert(notes.end(), standings.notes.begin(), standings.notes.end());
    return {{"head", standings.head},
            {"rows", std::move(rows)},
            {"differences", std::move(differences)},
            {"notes", std::move(notes)}};
}

Json PairingMatches::json(const TournamentPlan& plan, const TournamentState& state) {
    Json pairings = Json::array();
    for (std::size_t k = 0; k < state.pairings.size(); ++k) {
        const PairingResults& pairing = state.pairings[k];
        const Wld& games = pairing.counted_games;
        const bool is_fixed = has_fixed_number(plan, state, pairing);
        if (k == known_.size()) {
            known_.emplace_back();
        }
        Known& known = known_[k];
        if (known.estimates.empty() || known.pairs != pairing.pairs || known.is_fixed != is_fixed) {
            known = {.pairs = pairing.pairs,
                     .is_fixed = is_fixed,
                     .estimates = match_json({.counted = pairing.pairs,
                                              .pairs = pairing.pairs,
                                              .games = games,
                                              .is_fixed = is_fixed})
                                      .dump()};
        }
        pairings.push_back({{"pairs",
                             {{"whole", pairing.whole},
                              {"distinct", pairing.whole - pairing.repeats},
                              {"dropped", pairing.dropped}}},
                            {"unscored", pairing.unscored},
                            {"counted", {games.wins, games.losses, games.draws}},
                            {"estimates", Json::parse(known.estimates)}});
    }
    return pairings;
}

} // namespace sprt
