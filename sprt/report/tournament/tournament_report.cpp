#include "sprt/report/tournament/tournament_report.hpp"

#include "referee/base/text.hpp"
#include "sprt/config/config.hpp"
#include "sprt/report/outcome.hpp"
#include "sprt/report/run_report.hpp"
#include "sprt/store/result_json.hpp"
#include "sprt/store/run_result.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

namespace sprt {
namespace {

using referee::Json;

/// Results without those of agents that are left out, as if these had never played.
struct KeptResults {
    Crosstable results;                ///< of the agents in `agents`, by their places there
    std::vector<std::size_t> agents;   ///< positions in the list
    std::vector<std::size_t> pairings; ///< those of the state that are kept
};

KeptResults kept_results(const TournamentView& view, const TournamentState& state) {
    const Crosstable all = results_of(state, view.plan.anchor);
    KeptResults kept{.results = {.agents = 0, .pairings = {}}, .agents = {}, .pairings = {}};
    std::vector<std::size_t> place(all.agents);
    for (std::size_t i = 0; i < all.agents; ++i) {
        if (!view.without.contains(i)) {
            place[i] = kept.agents.size();
            kept.agents.push_back(i);
        }
    }
    kept.results.agents = kept.agents.size();
    for (std::size_t k = 0; k < all.pairings.size(); ++k) {
        Pairing pairing = all.pairings[k];
        if (!view.without.contains(pairing.a) && !view.without.contains(pairing.b)) {
            pairing.a = place[pairing.a];
            pairing.b = place[pairing.b];
            kept.results.pairings.push_back(std::move(pairing));
            kept.pairings.push_back(k);
        }
    }
    if (all.anchor && !view.without.contains(all.anchor->agent)) {
        kept.results.anchor = Anchor{place[all.anchor->agent], all.anchor->elo};
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

/// `kept`, which is by the places in `agents`, by all `count` positions of the list.
Ratings by_position(const Ratings& kept, const std::vector<std::size_t>& agents, std::size_t count) {
    Ratings all = kept;
    const auto moved = [&](const auto& values, auto nothing) {
        std::vector<decltype(nothing)> to(count, nothing);
        for (std::size_t i = 0; i < agents.size(); ++i) {
            to[agents[i]] = values[i];
        }
        return to;
    };
    const auto moved_table = [&](const AgentTable& table) {
        using Row = AgentTable::value_type;
        AgentTable rows;
        for (const Row& row : table) {
            rows.push_back(moved(row, std::optional<double>()));
        }
        return moved(rows, Row(count));
    };
    const auto rename = [&](AgentList& list) {
        for (std::size_t& agent : list) {
            agent = agents[agent];
        }
    };
    for (AgentList& group : all.groups) {
        rename(group);
    }
    for (auto& classes : all.classes) {
        for (AgentList& one : classes) {
            rename(one);
        }
    }
    all.elo = moved(kept.elo, std::optional<double>());
    all.half_width = moved(kept.half_width, std::optional<double>());
    all.ranks = moved(kept.ranks, std::array<std::size_t, 2>{});
    all.covariance = moved_table(kept.covariance);
    all.difference_error = moved_table(kept.difference_error);
    all.los = moved_table(kept.los);
    return all;
}

/// Ratings of `kept` by all positions of a list of `count` agents, with the two agents of each pairing.
Json shown_json(const KeptResults& kept, std::size_t count) {
    Json shown = to_json(by_position(rate(kept.results), kept.agents, count));
    for (std::size_t agent = 0; agent < count; ++agent) {
        if (!std::ranges::binary_search(kept.agents, agent)) {
            shown["ranks"][agent] = nullptr;
        }
    }
    Json pairings = Json::array();
    for (const auto& pairing : kept.results.pairings) {
        pairings.push_back({kept.agents[pairing.a], kept.agents[pairing.b]});
    }
    shown["pairings"] = std::move(pairings);
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
    const Standings all = standings_of(view.plan, told_state(view, state));
    if (view.without.empty()) {
        return all;
    }
    KeptResults kept = kept_results(view, state);
    Standings shown;
    std::uint64_t played = 0;
    for (const std::size_t agent : kept.agents) {
        shown.names.push_back(all.names[agent]);
        shown.conduct.push_back(all.conduct[agent]);
    }
    for (const std::size_t pairing : kept.pairings) {
        shown.games.push_back(all.games[pairing]);
        played += state.pairings[pairing].games.games();
    }
    shown.results = std::move(kept.results);
    shown.ratings = rate(shown.results);
    shown.head =
        table_head(fmt::format("{}, {} left out", tournament_title(view.plan, state), view.without.size()),
                   played, shown.results, shown.ratings, view.plan, state);
    std::string left_out;
    for (const std::size_t agent : view.without) {
        left_out += (left_out.empty() ? "" : ", ") + referee::to_printable(all.names[agent]);
    }
    shown.notes = all.notes;
    shown.notes.insert(shown.notes.begin(), "Left out, with all their games: " + left_out + ".");
    return shown;
}

std::string tournament_report_text(const LoadedTournament& loaded, const TournamentView& view) {
    const TournamentState state = loaded.state();
    return notes_text(loaded) + standings_text(shown_standings(view, state), view.cells) +
           tournament_facts(loaded.plan, told_state(view, state), {}, loaded.run.session_changes(),
                            view.without.empty()) +
           ending_text(loaded, "tournament", view.is_live);
}

Json tournament_report_values(const LoadedTournament& loaded) {
    Json values{{"over", loaded.is_over},
                {"result", to_json(loaded.state(), loaded.plan.anchor)},
                {"doubts", doubts_json(doubts_of_changes(loaded.run.session_changes()))}};
    add_files(values, loaded);
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
        report["shown"] = shown_json(kept_results(view, state), loaded.plan.agents.size());
    }
    return lines_of(report);
}

} // namespace sprt
