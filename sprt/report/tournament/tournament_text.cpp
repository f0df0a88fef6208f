#include "sprt/report/tournament/tournament_text.hpp"

#include "referee/base/text.hpp"
#include "referee/game/game_text.hpp"
#include "sprt/report/conduct_text.hpp"
#include "sprt/report/numbers.hpp"
#include "sprt/report/outcome.hpp"
#include "sprt/report/run_snapshot.hpp"
#include "sprt/report/transcript.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <set>

namespace sprt {
namespace {

std::string_view format_words(TournamentFormat format) {
    constexpr std::string_view kWords[] = {"Round robin", "Gauntlet", "Ladder"};
    return kWords[static_cast<std::size_t>(format)];
}

std::string shown_agent(const TournamentPlan& plan, std::size_t agent) {
    return referee::to_printable(plan.agents[agent].name);
}

std::uint64_t most_rounds(const TournamentPlan& plan) {
    return plan.counting.rules.stages.back().rounds;
}

/// Which numbers may be believed.
std::string_view trust_text(const TournamentPlan& plan, const TournamentState& state) {
    switch (state.reason) {
    case TournamentEnd::Separated:
    case TournamentEnd::Best:
        return "stopped by its own result: trust Certain, not the intervals";
    case TournamentEnd::Rounds: {
        const bool has_dropped = std::ranges::any_of(state.agents, &AgentState::is_out);
        return has_dropped            ? "agents dropped by results: trust Certain, not the intervals"
               : has_withdrawn(state) ? "agents withdrawn by results: trust Certain, not their intervals"
               : plan.rounds_changed  ? "rounds changed after a look"
               : plan.has_removed     ? "agents removed after a look"
                                      : "rounds fixed beforehand";
    }
    case TournamentEnd::Repeats:
    case TournamentEnd::OpeningsUsedUp:
    case TournamentEnd::MaxFaults:
        return "cut short";
    case TournamentEnd::Interrupted:
        break;
    }
    return "a look before the end";
}

/// Their names, with commas.
std::string shown_agents(const TournamentPlan& plan, const std::vector<std::size_t>& agents) {
    const auto name = [&](std::size_t agent) { return shown_agent(plan, agent); };
    return joined_texts(agents, name);
}

std::string certain_text(const TournamentPlan& plan, const TournamentState& state) {
    const auto statement = [&](const Certified& one) {
        return fmt::format("{} > {}", shown_agent(plan, one.above), shown_agent(plan, one.below));
    };
    std::string text = state.certified.empty() ? "nothing yet" : joined_texts(state.certified, statement);
    text.insert(0, fmt::format("Certain at any time ({:.3g} %): ", 100 * state.error));
    if (state.nearest) {
        text += fmt::format("; nearest: {} > {} ({} of {})", shown_agent(plan, state.nearest->above),
                            shown_agent(plan, state.nearest->below),
                            number_text(std::floor(state.nearest->capital), 0), number_text(state.bound, 0));
    }
    return text + ".";
}

/// How the games of each agent's first fault of a kind ended.
std::string faults_text(const TournamentPlan& plan, const TournamentState& state) {
    std::string text;
    for (const auto& [agent, fault] : state.faults) {
        text += fmt::format("{}, {}", shown_agent(plan, agent), referee::short_fault_text(fault));
    }
    return text;
}

/// What the table would be without the pairs of workers that were caught lying; empty when they played none.
std::string distrusted_note(const Standings& standings, const TournamentPlan& plan,
                            const TournamentState& state) {
    const std::uint64_t pairs = distrusted_pairs(state);
    if (pairs == 0) {
        return "";
    }
    const std::vector<std::size_t> order = order_of_rows(standings.ratings);
    const std::vector<std::size_t> trusted = order_of_rows(rate(results_of(state, plan.anchor, true)));
    const auto [shown, other] = std::ranges::mismatch(order, trusted);
    const auto name = [&](std::size_t agent) { return referee::to_printable(standings.names[agent]); };
    return fmt::format(
        "Workers that were caught lying played {} of the pairs that count: without them {}.", pairs,
        shown == order.end() ? "the order would be the same"
                             : fmt::format("{} would stand in the place of {}", name(*other), name(*shown)));
}

/// Who plays on because one volunteer alone saw it fail; empty: nobody.
std::string seen_alone_note(const TournamentPlan& plan, const TournamentState& state) {
    std::vector<std::size_t> agents = plan.counting.rules.stages.back().agents; // not those that left
    std::erase_if(agents, [&](std::size_t agent) { return !state.agents[agent].is_seen_alone; });
    return agents.empty()
               ? ""
               : fmt::format("Not withdrawn, because a single volunteer saw most of what went wrong: {}; "
                             "sprt resume DIR --remove NAME takes an agent out.",
                             shown_agents(plan, agents));
}

/// ` (10 games do not count: 6 in copies of pairs, 4 in pairs that are not whole)`; empty for 0.
std::string uncounted_text(std::uint64_t games, const TournamentState& state) {
    if (games == 0) {
        return {};
    }
    std::uint64_t copies = 0;
    for (const PairingResults& pairing : state.pairings) {
        copies += pairing.counts_copies ? 0 : 2 * pairing.repeats;
    }
    copies = std::min(copies, games);
    std::string why = copies > 0 ? fmt::format("{} in copies of pairs", copies) : "";
    if (copies < games) {
        why += fmt::format("{}{} in pairs that are not whole", why.empty() ? "" : ", ", games - copies);
    }
    return fmt::format(" ({} count: {})",
                       games == 1 ? "1 game does not" : fmt::format("{} games do not", games), why);
}

} // namespace

std::string tournament_title(const TournamentPlan& plan, const TournamentState& state) {
    const std::uint64_t planned = most_rounds(plan);
    const std::string rounds =
        state.rounds == planned ? referee::counted(planned, "round")
                                : fmt::format("{} of {}", state.rounds, referee::counted(planned, "round"));
    return fmt::format("{} of {}, {}", format_words(plan.counting.rules.format), plan.agents.size(), rounds);
}

std::string table_head(const std::string& title, std::uint64_t games, const Crosstable& results,
                       const Ratings& ratings, const TournamentPlan& plan, const TournamentState& state) {
    std::uint64_t pairs = 0;
    for (const Pairing& pairing : results.pairings) {
        pairs += pairing.pairs.pairs();
    }
    return fmt::format("{}: {}, {}{}{}. Errors by {}; {}.", title, referee::counted(games, "game"),
                       referee::counted(pairs, "pair"),
                       uncounted_text(games - std::min(games, 2 * pairs), state),
                       ratings.openings ? " from " + referee::counted(*ratings.openings, "opening") : "",
                       ratings.cluster == Cluster::Opening ? "opening" : "pair", trust_text(plan, state));
}

std::string limits_text(const TournamentPlan& plan) {
    std::set<std::string> limits;
    for (const auto& time : plan.schedule.times) {
        limits.insert(to_string(time));
    }
    return fmt::format("{}", fmt::join(limits, " or "));
}

Standings standings_of(const TournamentPlan& plan, const TournamentState& state) {
    Standings standings;
    standings.results = results_of(state, plan.anchor);
    standings.ratings = rate(standings.results);
    standings.head = table_head(tournament_title(plan, state), state.games, standings.results,
                                standings.ratings, plan, state);
    const std::vector<std::size_t>& playing = plan.counting.rules.stages.back().agents;
    for (std::size_t i = 0; i < plan.agents.size(); ++i) {
        standings.names.push_back(plan.agents[i].name);
        const AgentState& agent = state.agents[i];
        const bool is_saturated = std::ranges::any_of(state.pairings, [&](const PairingResults& pairing) {
            return pairing.is_saturated && (pairing.a == i || pairing.b == i);
        });
        standings.conduct.push_back(
            {.faults = agent.faults,
             .time_losses = agent.time_losses,
             .withdrawn = agent.withdrawn ? std::optional(agent.withdrawn->why) : std::nullopt,
             .is_removed = !std::ranges::binary_search(playing, i),
             .is_saturated = is_saturated});
    }
    for (const PairingResults& pairing : state.pairings) {
        standings.games.push_back(pairing.counted_games);
    }
    for (const SkippedAgent& agent : plan.skipped) {
        standings.notes.push_back(fmt::format("Skipped, because its check game failed: {} ({}).",
                                              referee::to_printable(agent.name),
                                              referee::to_printable(agent.why, 1000)));
    }
    if (std::ranges::any_of(state.pairings, [](const PairingResults& pairing) {
            return pairing.counts_copies && pairing.repeats > 0;
        })) {
        standings.notes.emplace_back(
            plan.counting.repeats == RepeatRule::Count
                ? "Copies of games count like any other."
                : "Copies of games count where pairs from one opening differ, because "
                  "the agents have chance.");
    }
    if (plan.counting.rules.format != TournamentFormat::Ladder) {
        standings.notes.push_back(certain_text(plan, state));
    }
    for (const std::string& note : {distrusted_note(standings, plan, state), seen_alone_note(plan, state)}) {
        if (!note.empty()) {
            standings.notes.push_back(note);
        }
    }
    return standings;
}

std::string withdrawal_text(const TournamentCounting& counting) {
    if (!counting.max_faults) {
        return {};
    }
    return fmt::format("; an agent with more than {}{} is withdrawn",
                       referee::counted(*counting.max_faults, "fault"),
                       counting.time_losses ? fmt::format(", or with {} on time in a row,",
                                                          referee::counted(*counting.time_losses, "loss"))
                                            : "");
}

std::string tournament_head(const TournamentPlan& plan, const OpeningsFacts& openings,
                            const std::string& walls, const std::vector<std::size_t>& lacking) {
    const SchedulePlan& schedule = plan.schedule.base;
    std::string text =
        game_lines(schedule.rules) + fmt::format("{} of {}, {}\n", format_words(plan.counting.rules.format),
                                                 referee::counted(plan.agents.size(), "agent"),
                                                 referee::counted(most_rounds(plan), "round"));
    for (std::size_t i = 0; i < plan.agents.size(); ++i) {
        text += fmt::format("{:>3} {}\n", i + 1, shown_agent(plan, i));
    }
    text += "Openings: " + referee::to_printable(schedule.openings_text, 1000);
    const auto enough = openings.size ? openings.size : openings.least;
    if (enough && *enough < most_rounds(plan)) {
        text += fmt::format(", enough for {}{}", referee::counted(*enough, "round"),
                            openings.size ? "" : " and more");
    }
    if (!is_one_opening(schedule.openings, schedule.rules)) {
        const std::string who = shown_agents(plan, lacking);
        text += who.empty() ? who : "; not in games of " + who + ", not offering OPENING";
    }
    text += fmt::format("\nGames: {}, {} at most, {}{}\n", limits_text(plan),
                        referee::counted(static_cast<std::uint64_t>(schedule.limits.turns), "turn"),
                        played_where(plan.remote, plan.play), withdrawal_text(plan.counting));
    return text + adjudication_line(schedule.limits.adjudication) + walls +
           fmt::format("Seed: {}\n\n", schedule.seed);
}

std::string tournament_game(const TournamentPlan& plan, const referee::GameRecord& record) {
    const referee::PerPlayer<std::string> names{shown_agent(plan, index(record.agents.agent1)),
                                                shown_agent(plan, index(record.agents.agent2))};
    return fmt::format("{} - {} (round {}): {}\n", names.agent1, names.agent2, record.round.value() + 1,
                       referee::game_line(record, names));
}

std::string tournament_end(const TournamentPlan& plan, const TournamentState& state,
                           const std::string& interrupted_by) {
    const std::string rounds = referee::counted(state.rounds, "round");
    switch (state.reason) {
    case TournamentEnd::Rounds:
        return rounds + (state.rounds == 1 ? " was played." : " were played.");
    case TournamentEnd::Separated:
        return fmt::format("After {} all neighbours that still play are certain.", rounds);
    case TournamentEnd::Best:
        for (std::size_t i = 0; i < state.agents.size(); ++i) {
            const bool is_candidate =
                plan.counting.rules.format != TournamentFormat::Gauntlet || i < plan.counting.rules.reach;
            const auto& playing = plan.counting.rules.stages.back().agents;
            if (is_candidate && std::ranges::binary_search(playing, i) && !state.agents[i].is_out &&
                !state.agents[i].withdrawn) {
                return fmt::format("After {} {} is the best.", rounds, shown_agent(plan, i));
            }
        }
        break;
    case TournamentEnd::Repeats:
        return fmt::format("After {} the agents only repeat the same games.", rounds);
    case TournamentEnd::OpeningsUsedUp:
        return fmt::format("The openings are used up after {}.", rounds);
    case TournamentEnd::MaxFaults:
        return fmt::format("After {} no two agents are left that meet.", rounds);
    case TournamentEnd::Interrupted:
        break;
    }
    const std::string games = referee::counted(state.games + state.unscored, "game");
    return interrupted_by.empty()
               ? fmt::format("Not over: {} and {} so far.", rounds, games)
               : fmt::format("Interrupted by {} after {} and {}.", interrupted_by, rounds, games);
}

std::string lacks_opening_note(const TournamentPlan& plan, const TournamentState& state) {
    if (is_one_opening(plan.schedule.base.openings, plan.schedule.base.rules)) {
        return {};
    }
    std::vector<std::size_t> lacking;
    for (std::size_t i = 0; i < state.agents.size(); ++i) {
        if (state.agents[i].lacks_opening) {
            lacking.push_back(i);
        }
    }
    const std::string who = shown_agents(plan, lacking);
    return who.empty()
               ? who
               : "Openings: not offered by " + who + "; their games begin at the starting position" +
                     (state.reason == TournamentEnd::Repeats ? fmt::format("; {}", kOtherGames) : "") + ".\n";
}

std::string tournament_tail(const TournamentPlan& plan, const TournamentState& state,
                            const std::string& interrupted_by,
                            const std::vector<std::string>& session_changes) {
    return standings_text(standings_of(plan, state)) +
           tournament_facts(plan, state, interrupted_by, session_changes);
}

std::string tournament_facts(const TournamentPlan& plan, const TournamentState& state,
                             const std::string& interrupted_by,
                             const std::vector<std::string>& session_changes, bool has_all_games) {
    std::string text = "Result: " + tournament_end(plan, state, interrupted_by) + "\n";
    if (state.games > 0 && has_all_games) {
        text += fmt::format("First player: {}\n",
                            percent_text(state.first_player_points / static_cast<double>(state.games), 1));
    }
    if (state.unscored > 0) {
        text += fmt::format("Unscored: {}\n", referee::counted(state.unscored, "game"));
    }
    if (has_all_games) {
        text += adjudication_lines(state.adjudicated);
    }
    text += lacks_opening_note(plan, state) + state.machine.clocks_text() + faults_text(plan, state);
    text += fmt::format("Seed: {}\n", plan.schedule.base.seed);
    return text + warning_lines(doubts_of(plan, state, session_changes));
}

std::string tournament_status(const TournamentTally& tally, std::uint64_t first_game,
                              std::chrono::nanoseconds elapsed) {
    const TournamentState& state = tally.state();
    const std::uint64_t planned = tally.planned_games();
    const std::uint64_t rounds = tally.counting().rules.stages.back().rounds;
    const double seconds = std::chrono::duration<double>(elapsed).count();
    const std::uint64_t played = tally.games() - first_game;
    std::uint64_t faults = 0;
    for (const AgentState& agent : state.agents) {
        faults += agent.faults;
    }
    std::string text = fmt::format("Round {}/{}", std::min(state.rounds + 1, rounds), rounds);
    if (const auto place = tally.place_in_round()) {
        text += fmt::format("  pair {}/{}", place->first, place->second);
    }
    text += fmt::format("  games {}/{}", tally.games(), planned);
    if (played > 0 && seconds > 0) {
        const double left =
            static_cast<double>(planned - tally.games()) * seconds / static_cast<double>(played);
        text += fmt::format("  {}  {} left", rate_text(played, seconds), duration_text(left));
    }
    return text + fmt::format("  faults {}", faults);
}

} // namespace sprt
