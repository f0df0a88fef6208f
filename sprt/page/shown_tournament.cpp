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
namespace {

using referee::Json;

std::string words_of(const LoadedTournament& tournament, const TournamentState& state, bool is_live) {
    return fmt::format("{}{}", tournament_title(tournament.plan, state),
                       tournament.is_over ? ""
                       : is_live          ? ", in progress"
                                          : ", interrupted");
}

} // namespace

/// What changes as games are added.
Json ShownTournament::changing() {
    const LoadedTournament& tournament = reader_.run();
    const TournamentState state = tournament.state();
    Json json = tournament_report_values(tournament);
    json["title"] = tournament_title(tournament.plan, state);
    json["end"] = tournament.is_over ? Json(tournament_end(tournament.plan, state, {})) : Json(nullptr);
    json["standings"] = standings_json(standings_of(tournament.plan, state));
    json["pairings"] = matches_.json(tournament.plan, state);
    json["warnings"] = warnings_of(json["doubts"]);
    json["run"] = run_as_shown(tournament.run);
    json["run"].erase("workers"); // they have their own events
    json.erase("stored");         // it is in the run
    return json;
}

ShownTournament::ShownTournament(const std::filesystem::path& dir,
                                 std::function<void(std::string_view)> on_line)
    : reader_(dir, {.on_game = [this](const referee::GameRecord& record,
                                      const TournamentTally& tally) { add(record, tally); },
                    .on_line = std::move(on_line)}) {}

void ShownTournament::read() {
    reader_.read();
}

void ShownTournament::add(const referee::GameRecord& record, const TournamentTally& tally) {
    columns_.add(record, tally.last_pair() == PairCounts::Copy);
    met_.push_back({record.round.value(), record.agents});
}

ListedRun ShownTournament::listed(bool is_live) const {
    const LoadedTournament& tournament = reader_.run();
    return {.agents = tournament.run.names(),
            .words = words_of(tournament, tournament.state(), is_live),
            .title = tournament.run.config.title};
}

Json ShownTournament::index(const PageFacts& facts) {
    return common_index(*this, reader_.run().plan.schedule.base.rules, changing(), facts);
}

std::optional<Json> ShownTournament::workers() const {
    const LoadedTournament& tournament = reader_.run();
    const bool has_workers = tournament.run.remote || !columns_.workers().empty();
    return has_workers ? std::optional(shown_workers(tournament.run, tournament.tally.workers()))
                       : std::nullopt;
}

Json ShownTournament::state() {
    Json json = changing();
    json.erase("differences");
    return json;
}

Json ShownTournament::games_from(std::size_t from, std::uint64_t /*positions_after*/) {
    Json json{{"from", from}};
    json.update(columns_json(columns_, from));
    Json round = Json::array();
    Json agent1 = Json::array();
    Json agent2 = Json::array();
    for (std::size_t game = from; game < met_.size(); ++game) {
        round.push_back(met_[game].round);
        agent1.push_back(referee::index(met_[game].agents.agent1));
        agent2.push_back(referee::index(met_[game].agents.agent2));
    }
    json["columns"]["round"] = std::move(round);
    json["columns"]["agent1"] = std::move(agent1);
    json["columns"]["agent2"] = std::move(agent2);
    if (const auto all = workers()) {
        add_workers(json, *all, columns_, from);
    }
    return json;
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
