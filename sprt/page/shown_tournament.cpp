#include "sprt/page/shown_tournament.hpp"

#include "sprt/page/shown_run.hpp"
#include "sprt/report/run_snapshot.hpp"
#include "sprt/report/tournament/standings.hpp"
#include "sprt/report/tournament/tournament_report.hpp"
#include "sprt/store/result_json.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace sprt {

using referee::Json;

Json ShownTournament::changing() {
    const TournamentState state = run().state();
    Json json = tournament_report_values(run());
    json["title"] = tournament_title(run().plan, state);
    json["end"] = run().is_over ? Json(tournament_end(run().plan, state, {})) : Json(nullptr);
    json["standings"] = standings_json(standings_of(run().plan, state));
    json["pairings"] = matches_.json(run().plan, state);
    json["warnings"] = warnings_of(json["doubts"]);
    json["run"] = run_as_shown(run().run);
    json.erase("stored"); // it is in the run
    return json;
}

ShownTournament::ShownTournament(const std::filesystem::path& dir,
                                 std::function<void(std::string_view)> on_line)
    : ShownFile(
          dir,
          [this](const referee::GameRecord& record, const TournamentTally& tally) {
              columns_.add(record, tally.last_pair() == PairCounts::Copy);
              met_.push_back({record.round.value(), record.agents});
          },
          std::move(on_line)) {}

ListedRun ShownTournament::listed(bool is_live) const {
    return {.agents = run().run.names(),
            .words = fmt::format("{}{}", tournament_title(run().plan, run().state()),
                                 run().is_over ? ""
                                 : is_live     ? ", in progress"
                                               : ", interrupted"),
            .title = run().run.config.title};
}

void ShownTournament::add_own(Json& json, std::size_t from, std::uint64_t /*positions_after*/) {
    constexpr PropertyOf<Met> kMet[] = {
        {"round", [](const Met& met) { return Json(met.round); }},
        {"agent1", [](const Met& met) { return Json(referee::index(met.agents.agent1)); }},
        {"agent2", [](const Met& met) { return Json(referee::index(met.agents.agent2)); }},
    };
    add_arrays(json["columns"], met_, kMet, from);
}

namespace {

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
           !pairing.is_apart && plays_on(pairing.a) && plays_on(pairing.b);
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
