#include "sprt/report/tournament/tournament_report.hpp"

#include "referee/base/text.hpp"
#include "sprt/config/config.hpp"
#include "sprt/report/numbers.hpp"
#include "sprt/report/outcome.hpp"
#include "sprt/report/run_report.hpp"
#include "sprt/store/result_json.hpp"
#include "sprt/store/run_result.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstddef>
#include <utility>

namespace sprt {
namespace {

using referee::Json;

/// Results without those of agents that are left out, as if these had never played.
Crosstable kept_results(const TournamentView& view, const TournamentState& state) {
    const auto is_left_out = [&](std::size_t agent) { return view.without.contains(agent); };
    Crosstable kept = results_of(state, view.plan.anchor);
    kept.without = view.without;
    std::erase_if(kept.pairings,
                  [&](const Pairing& pairing) { return is_left_out(pairing.a) || is_left_out(pairing.b); });
    if (kept.anchor && is_left_out(kept.anchor->agent)) {
        kept.anchor.reset();
    }
    return kept;
}

/// `state` without what it tells of single agents that are left out.
TournamentState told_state(const TournamentView& view, TournamentState state) {
    const auto is_told = [&](std::size_t agent) { return !view.without.contains(agent); };
    std::erase_if(state.certified,
                  [&](const Certified& one) { return !is_told(one.above) || !is_told(one.below); });
    std::erase_if(state.faults, [&](const FaultOfAgent& one) { return !is_told(one.agent); });
    if (state.nearest && !(is_told(state.nearest->above) && is_told(state.nearest->below))) {
        state.nearest.reset();
    }
    for (const std::size_t agent : view.without) {
        state.agents[agent].lacks_opening = false;
    }
    return state;
}

/// Ratings of `kept`, with the two agents of each pairing.
Json shown_json(const Crosstable& kept) {
    Json shown = to_json(rate(kept));
    for (const std::size_t agent : kept.without) {
        shown["ranks"][agent] = nullptr;
    }
    shown["pairings"] = Json::array();
    for (const Pairing& pairing : kept.pairings) {
        shown["pairings"].push_back({pairing.a, pairing.b});
    }
    return shown;
}

/// The agents that were withdrawn, by their positions in the list.
Json withdrawn_json(const TournamentState& state) {
    Json json = Json::array();
    for (std::size_t i = 0; i < state.agents.size(); ++i) {
        if (const auto& withdrawn = state.agents[i].withdrawn) {
            json.push_back({{"agent", i}, {"round", withdrawn->round}, {"why", name(withdrawn->why)}});
        }
    }
    return json;
}

} // namespace

Standings shown_standings(const TournamentView& view, const TournamentState& state) {
    Standings shown = standings_of(view.plan, told_state(view, state));
    if (view.without.empty()) {
        return shown;
    }
    shown.results = kept_results(view, state);
    shown.ratings = rate(shown.results);
    shown.games.clear();
    std::uint64_t played = 0;
    for (const PairingResults& pairing : state.pairings) {
        if (!view.without.contains(pairing.a) && !view.without.contains(pairing.b)) {
            shown.games.push_back(pairing.counted_games);
            played += pairing.games.games();
        }
    }
    for (const std::size_t agent : view.without) {
        shown.conduct[agent] = {};
    }
    shown.head =
        table_head(fmt::format("{}, {} left out", tournament_title(view.plan, state), view.without.size()),
                   played, shown.results, shown.ratings, view.plan, state);
    const auto name = [&](std::size_t agent) { return referee::to_printable(shown.names[agent]); };
    shown.notes.insert(shown.notes.begin(),
                       fmt::format("Left out, with all their games: {}; faults and times are of all games.",
                                   joined_texts(view.without, name)));
    return shown;
}

std::string tournament_report_text(const LoadedTournament& loaded, const TournamentView& view) {
    const TournamentState state = loaded.state();
    const FilesReport files = files_of(loaded);
    return files.notes_text() + standings_text(shown_standings(view, state), view.cells) +
           tournament_facts(loaded.plan, told_state(view, state), {}, loaded.run.session_changes(),
                            view.without.empty()) +
           files.ending_text("tournament", view.is_live);
}

Json tournament_report_values(const LoadedTournament& loaded) {
    Json values{
        {"over", loaded.is_over},
        {"result", to_json(loaded.state(), loaded.plan.anchor)},
        {"doubts", doubts_json(doubts_of(loaded.plan, loaded.state(), loaded.run.session_changes()))}};
    files_of(loaded).add_to(values);
    return values;
}

std::string tournament_report_json(const LoadedTournament& loaded, const TournamentView& view,
                                   const std::filesystem::path& dir) {
    Json report{{"directory", dir.string()}};
    report.update(tournament_report_values(loaded));
    const TournamentState state = loaded.state();
    if (const auto& title = loaded.run.config.title) {
        report["title"] = *title;
    }
    if (!loaded.plan.skipped.empty()) {
        report["skipped"] = skipped_json(loaded.plan.skipped);
    }
    if (Json withdrawn = withdrawn_json(state); !withdrawn.empty()) {
        report["withdrawn"] = std::move(withdrawn);
    }
    if (const auto& remote = loaded.run.remote) {
        report["workers"] = workers_json(remote->workers, state.workers);
    }
    const auto& [shown, own] = std::pair(view.plan.anchor, loaded.plan.anchor);
    const bool has_own_anchor =
        shown && own ? shown->agent == own->agent && shown->elo == own->elo : !shown && !own;
    if (!has_own_anchor || !view.without.empty()) {
        report["shown"] = shown_json(kept_results(view, state));
    }
    return lines_of(report);
}

} // namespace sprt
