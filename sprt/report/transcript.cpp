#include "sprt/report/transcript.hpp"

#include "referee/base/text.hpp"
#include "referee/game/game_fault.hpp"
#include "referee/game/game_line.hpp"
#include "sprt/report/conditions.hpp"
#include "sprt/report/estimates_text.hpp"
#include "sprt/report/numbers.hpp"
#include "sprt/report/verdict_text.hpp"
#include "sprt/stats/elo.hpp"
#include "sprt/stats/wald.hpp"

#include <fmt/format.h>

namespace sprt {
namespace {

/// The bounds of the LLR; for a 2-SPRT the bounds of its two ratios.
std::string bounds_text(const SequentialTest& test) {
    if (test.kind() == TestKind::TwoSprt) {
        const auto& [h1, h0] = test.two_sprt_bounds();
        return fmt::format("[{}, {}]", number_text(h1, 3), number_text(h0, 3));
    }
    const Bounds& limits = test.bounds();
    return fmt::format("[{}, {}]", number_text(limits.lower, 3), number_text(limits.upper, 3));
}

/// The score of agents that play the same games again and again.
std::string repeats_text(const Standing& standing) {
    const Wld* const games = std::get_if<Wld>(&standing.counted);
    const std::uint64_t distinct = games != nullptr ? games->games() : 2 * standing.distinct_pairs;
    double points = 0;
    if (games != nullptr) {
        points = static_cast<double>(games->wins) + static_cast<double>(games->draws) / 2;
    } else {
        for (std::size_t i = 0; i < standing.pairs.counts.size(); ++i) {
            points += static_cast<double>(i) / 2 * static_cast<double>(standing.pairs.counts[i]);
        }
    }
    return fmt::format("The agents repeat {} games, of which agent 1 scored {:.1f} points.", distinct,
                       points);
}

/// How strong agent 1 is, beside a verdict. Empty for wald, whose transcript is that of the articles.
std::string strength_text(const RunSnapshot& run) {
    if (run.test().model() == Model::Wald) {
        return {};
    }
    const StrengthEstimate seen = strength_of(run);
    return fmt::format(" Elo {}: {} {}.", seen.after_verdict ? "after the verdict" : "at any time",
                       number_text(seen.elo, 1), interval_text(seen.ci95, 1));
}

std::string result_text(const RunSnapshot& run) {
    const RunState& result = run.state;
    const CountingRules& rules = run.plan.counting;
    switch (result.reason) {
    case EndReason::Verdict:
        return fmt::format("Accept {}. {}.{}", name(result.verdict()),
                           referee::capitalised(verdict_text(run.test(), result.verdict())),
                           strength_text(run));
    case EndReason::MaxGames:
        return fmt::format("No decision. The limit of {} games was reached.", *rules.max_games);
    case EndReason::MaxFaults:
        return fmt::format("No decision. Agent {} is broken: {}, and {} are allowed.", number(*result.broken),
                           referee::counted(result.conduct.faults[*result.broken].faults(), "fault"),
                           *rules.max_faults);
    case EndReason::Repeats:
        return fmt::format("No decision. {}", repeats_text(result.standing));
    case EndReason::OpeningsUsedUp:
        return fmt::format("No decision. The {} openings are used up.",
                           result.standing.whole_pairs + result.standing.dropped_pairs);
    case EndReason::Interrupted:
        break;
    }
    return fmt::format("No decision. Interrupted{}.",
                       run.interrupted_by.empty() ? "" : " by " + run.interrupted_by);
}

/// Mean time per game, with decimals below 10 ms.
std::string ms_a_game(std::chrono::nanoseconds used, std::uint64_t games) {
    const double ms = static_cast<double>(used.count()) / 1e6 / static_cast<double>(games);
    return ms >= 10 ? fmt::format("{:.0f} ms", ms) : fmt::format("{:.2f} ms", ms);
}

std::string time_text(const RunState& result) {
    const std::uint64_t games = result.standing.games.games();
    const auto& used = result.conduct.used;
    const auto one = static_cast<double>(used.agent1.count());
    const auto two = static_cast<double>(used.agent2.count());
    if (games == 0 || one <= 0 || two <= 0) {
        return {};
    }
    constexpr double kAsMuch = 1.05; // below, the ratio is shown as 1.0
    if (std::max(one, two) / std::min(one, two) < kAsMuch) {
        return fmt::format("Time: both agents used about as much ({} / {} a game).\n",
                           ms_a_game(used.agent1, games), ms_a_game(used.agent2, games));
    }
    return fmt::format("Time: agent 1 used {:.1f} times {} than agent 2 ({} / {} a game).\n",
                       std::max(one, two) / std::min(one, two), one <= two ? "less" : "more",
                       ms_a_game(used.agent1, games), ms_a_game(used.agent2, games));
}

/// `Faults: agent 1: 3 (2 crashed, 1 illegal_move), time losses 0; agent 2: ...`; empty without faults and
/// time losses.
std::string faults_text(const Conduct& conduct) {
    std::string line;
    bool has_any = false;
    for (const auto player : {referee::Player::Agent1, referee::Player::Agent2}) {
        const FaultCounts& counts = conduct.faults[player];
        has_any = has_any || counts.faults() > 0 || counts.time_losses() > 0;
        std::string kinds;
        for (const referee::GameEnding& ending : referee::kGameEndings) {
            const referee::Termination termination = ending.termination;
            if (counts.of(termination) > 0 && termination != referee::Termination::Timeout) {
                kinds += fmt::format("{}{} {}", kinds.empty() ? "" : ", ", counts.of(termination),
                                     name(termination));
            }
        }
        line +=
            fmt::format("{} agent {}: {}{}, time losses {}", line.empty() ? "Faults:" : ";", number(player),
                        counts.faults(), kinds.empty() ? "" : " (" + kinds + ")", counts.time_losses());
    }
    return has_any ? line + "\n" : std::string();
}

/// The first fault of each kind and agent, with the end of the agent's standard error.
std::string first_faults_text(const RunState& result) {
    constexpr std::size_t kMostStderrBytes = 400;
    std::string text;
    referee::FirstFaults first;
    for (const referee::GameFault& fault : result.faults) {
        if (first.add(fault)) {
            text += referee::fault_text(fault, kMostStderrBytes);
        }
    }
    return text;
}

/// Names the agents that do not offer OPENING. This is unknown when the notes before the first game are
/// printed.
std::string lacks_opening_text(const RunSnapshot& run) {
    const bool is_start = std::holds_alternative<StartOnly>(run.plan.schedule.openings);
    std::string who;
    for (const auto player : {referee::Player::Agent1, referee::Player::Agent2}) {
        if (!is_start && run.state.conduct.lacks_opening[player]) {
            who += fmt::format("{}agent {}", who.empty() ? "" : " and ", number(player));
        }
    }
    return who.empty() ? who
                       : "Openings: not offered by " + who + "; such games began at the starting position.\n";
}

/// The number of distinct pairs, when repeated pairs were counted: as the configuration asks, or because the
/// agents have chance.
std::string counted_repeats_text(RepeatRule repeats, const Standing& standing) {
    const bool is_collapsed = repeats == RepeatRule::Collapse;
    if ((is_collapsed && !standing.show_chance) || standing.distinct_pairs == standing.whole_pairs) {
        return {};
    }
    return fmt::format("Repeats: counted {}: {} pairs of games, {} distinct.\n",
                       is_collapsed ? "where games from one opening differ, because the agents have chance"
                                    : "as evidence, the articles' way",
                       standing.whole_pairs, standing.distinct_pairs);
}

/// What the ledger of a gate says.
std::string ledger_lines(const RunSnapshot& run) {
    std::string text;
    for (const std::string& line : run.ledger) {
        text += "Ledger: " + line + "\n";
    }
    return text;
}

/// The last lines.
std::string conditions_text(const RunSnapshot& run) {
    std::string text;
    for (const Condition& condition : conditions_of(run)) {
        text += "Warning: " + condition.text + "\n";
    }
    return text;
}

std::string agents_text(const RunPlan& plan) {
    const referee::Game game = plan.schedule.rules;
    const std::string game_line =
        game == referee::kDefaultGame ? std::string() : fmt::format("Game: {}\n", name(game));
    // The author of an agent may have chosen its name: control characters in it are escaped.
    return game_line + fmt::format("Agent 1 (H1): {}\nAgent 2 (H0): {}\n",
                                   referee::to_printable(plan.agents.agent1.name, 1000),
                                   referee::to_printable(plan.agents.agent2.name, 1000));
}

/// The result, and what else is to know about the games.
std::string result_lines(const RunSnapshot& run, const std::string& notes) {
    const RunState& state = run.state;
    return fmt::format("Result: {}\n", result_text(run)) + time_text(state) + lacks_opening_text(run) +
           counted_repeats_text(run.plan.counting.repeats, state.standing) + notes + state.machine.text() +
           faults_text(state.conduct) + first_faults_text(state) +
           fmt::format("Seed: {}\n", run.plan.schedule.seed) + ledger_lines(run) + conditions_text(run);
}

} // namespace

std::string transcript_head(const RunPlan& plan, const std::string& notes) {
    const SequentialTest& test = plan.counting.test;
    const Hypotheses& bounds = test.hypotheses();
    const bool is_articles = test.model() == Model::Wald;
    std::string text = agents_text(plan);
    text += fmt::format("{} [H0, H1]: [{:.1f}, {:.1f}]", elo_unit(test.model()), bounds.elo0 + 0.0,
                        bounds.elo1 + 0.0);
    if (is_articles) {
        text += fmt::format(" -> P [P0, P1]: [{:.4f}, {:.4f}]", expected_score(bounds.elo0),
                            expected_score(bounds.elo1));
    }
    text += fmt::format("\n{} bounds: {} (Alpha={}, Beta={})\n",
                        test.kind() == TestKind::TwoSprt ? "2-SPRT" : "LLR", bounds_text(test), bounds.alpha,
                        bounds.beta);
    if (is_articles) {
        const WaldUpdates updates = wald_updates(bounds);
        text += fmt::format("LLR updates: Win={:+.4f}, Loss={:+.4f}, Draw=0.0\n", updates.win, updates.loss);
    } else {
        text += fmt::format("Model: {}\n", name(test.model()));
    }
    return text + notes + "\n";
}

std::string transcript_game(const referee::GameRecord& record) {
    return referee::game_line(record) + "\n";
}

std::string transcript_total(const Standing& standing, const SequentialTest& test) {
    const Wld& games = standing.games;
    std::string line = fmt::format("Total: {}, WLD: {}/{}/{}, LLR: {}", games.games(), games.wins,
                                   games.losses, games.draws, number_text(standing.evaluation.llr, 3));
    if (test.kind() == TestKind::TwoSprt) {
        const auto& [h1, h0] = standing.evaluation.two_sprt;
        line += fmt::format(", 2-SPRT: [{}, {}] of", number_text(h1, 3), number_text(h0, 3));
    }
    line += " " + bounds_text(test);
    if (standing.unscored > 0) {
        line += fmt::format(", Unscored: {}", standing.unscored);
    }
    return line + "\n";
}

std::string transcript_estimates(const Standing& standing, const SequentialTest& test) {
    return is_pairwise(test.model()) ? pairs_text(standing, test) : std::string();
}

std::string transcript_tail(const RunSnapshot& run, const std::string& notes) {
    const RunState& state = run.state;
    const bool is_interrupted = state.reason == EndReason::Interrupted;
    return fmt::format("\n[SPRT {}]\n", is_interrupted ? "Interrupted" : "Finished") +
           transcript_total(state.standing, run.test()) + transcript_estimates(state.standing, run.test()) +
           fmt::format("Final LLR: {}\n", number_text(state.standing.evaluation.llr, 3)) +
           result_lines(run, notes);
}

std::string transcript_summary(const RunSnapshot& run, const std::string& notes) {
    const Wld& games = run.state.standing.games;
    return agents_text(run.plan) +
           fmt::format("Games: {}; agent 1 won {}, lost {} and drew {}\n", games.games(), games.wins,
                       games.losses, games.draws) +
           result_lines(run, notes);
}

} // namespace sprt
