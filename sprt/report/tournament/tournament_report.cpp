#include "sprt/report/tournament/tournament_report.hpp"

#include "referee/base/text.hpp"
#include "sprt/config/config_json.hpp"
#include "sprt/store/tournament/ratings_json.hpp"
#include "sprt/store/tournament/tournament_result.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <utility>

namespace sprt {
namespace {

using referee::Json;

std::vector<std::string> tournament_notes(const LoadedTournament& loaded) {
    std::vector<std::string> notes = loaded.notes;
    if (!loaded.rewritten.empty()) {
        notes.push_back(loaded.rewritten);
    }
    return notes;
}

std::vector<ResultDifference> tournament_differences(const LoadedTournament& loaded) {
    std::vector<ResultDifference> found = differences_of_files(loaded.run, loaded.digests);
    if (loaded.run.result.is_object()) {
        for (ResultDifference& difference :
             result_differences(loaded.run.result, loaded.state(), loaded.plan.anchor)) {
            found.push_back(std::move(difference));
        }
    }
    return found;
}

/// The results without those of agents that are left out.
Results results_shown(const TournamentView& view, const TournamentState& state) {
    Results results = results_of(state, view.plan.anchor);
    std::erase_if(results.pairings, [&](const Pairing& pairing) {
        return view.without.contains(pairing.a) || view.without.contains(pairing.b);
    });
    if (results.anchor && view.without.contains(results.anchor->agent)) {
        results.anchor.reset();
    }
    return results;
}

} // namespace

Standings shown_standings(const TournamentView& view, const TournamentState& state) {
    Standings standings = standings_of(view.plan, state);
    if (view.without.empty()) {
        return standings;
    }
    std::vector<std::size_t> place(standings.names.size()); // of an agent among those that stay
    std::vector<std::string> names;
    std::vector<AgentConduct> conduct;
    std::string left_out;
    for (std::size_t i = 0; i < standings.names.size(); ++i) {
        place[i] = names.size();
        if (view.without.contains(i)) {
            left_out += (left_out.empty() ? "" : ", ") + referee::to_printable(standings.names[i]);
            continue;
        }
        names.push_back(standings.names[i]);
        conduct.push_back(standings.conduct[i]);
    }
    Results kept{.agents = names.size(), .pairings = {}};
    std::vector<Wld> games;
    for (std::size_t k = 0; k < standings.results.pairings.size(); ++k) {
        Pairing pairing = standings.results.pairings[k];
        if (!view.without.contains(pairing.a) && !view.without.contains(pairing.b)) {
            pairing.a = place[pairing.a];
            pairing.b = place[pairing.b];
            kept.pairings.push_back(std::move(pairing));
            games.push_back(standings.games[k]);
        }
    }
    if (const auto& anchor = standings.results.anchor; anchor && !view.without.contains(anchor->agent)) {
        kept.anchor = Anchor{place[anchor->agent], anchor->elo};
    }
    standings.ratings = rate(kept);
    standings.results = std::move(kept);
    standings.games = std::move(games);
    standings.names = std::move(names);
    standings.conduct = std::move(conduct);
    standings.notes.insert(standings.notes.begin(), "Left out, with all their games: " + left_out + ".");
    return standings;
}

bool files_differ(const LoadedTournament& loaded) {
    const bool is_cut_after_the_end = loaded.games.last_line_cut && loaded.run.result.is_object();
    return is_cut_after_the_end || !tournament_differences(loaded).empty();
}

std::string tournament_report_text(const LoadedTournament& loaded, const TournamentView& view) {
    std::string text;
    for (const std::string& note : tournament_notes(loaded)) {
        text += "Note: " + note + "\n";
    }
    const TournamentState state = loaded.state();
    text += standings_text(shown_standings(view, state), view.cells);
    text += tournament_facts(loaded.plan, state, {}, loaded.run.session_changes());
    if (!loaded.is_over) {
        text += "The tournament has not ended; sprt resume goes on with it.\n";
    }
    for (const auto& [pointer, stored, computed] : tournament_differences(loaded)) {
        text += fmt::format("run.json differs: {} is {}, and the games say {}\n", pointer, stored.dump(),
                            computed.dump());
    }
    return text;
}

Json tournament_report_values(const LoadedTournament& loaded) {
    Json differences = Json::array();
    for (const auto& [pointer, stored, computed] : tournament_differences(loaded)) {
        differences.push_back({{"pointer", pointer}, {"stored", stored}, {"computed", computed}});
    }
    return {{"over", loaded.is_over},
            {"result", to_json(loaded.state(), loaded.plan.anchor)},
            {"differences", std::move(differences)},
            {"notes", tournament_notes(loaded)}};
}

std::string tournament_report_json(const LoadedTournament& loaded, const TournamentView& view,
                                   const std::filesystem::path& dir) {
    Json values = tournament_report_values(loaded);
    Json report{{"directory", dir.string()},
                {"over", std::move(values["over"])},
                {"result", std::move(values["result"])},
                {"stored", loaded.run.result},
                {"differences", std::move(values["differences"])},
                {"notes", std::move(values["notes"])}};
    const auto& [shown, own] = std::pair(view.plan.anchor, loaded.plan.anchor);
    const bool has_own_anchor =
        shown && own ? shown->agent == own->agent && shown->elo == own->elo : !shown && !own;
    if (!has_own_anchor || !view.without.empty()) {
        report["shown"] = to_json(rate(results_shown(view, loaded.state())));
    }
    return lines_of(report);
}

} // namespace sprt
