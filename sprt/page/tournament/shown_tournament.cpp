#include "sprt/page/tournament/shown_tournament.hpp"

#include "sprt/page/shown_workers.hpp"
#include "sprt/report/tournament/tournament_report.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <utility>

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
            .title = tournament.run.config.run.title};
}

Json ShownTournament::index(const PageFacts& facts) {
    Json json = common_index(*this, reader_.run().plan.schedule.base.rules, facts);
    json.update(changing());
    json.update(games_from(0, 0));
    json.erase("from");
    if (auto all = workers()) { // also those without games
        json["workers"] = *std::move(all);
    }
    return json;
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

} // namespace sprt
