#include "sprt/report/transcript.hpp"

#include "referee/base/text.hpp"
#include "referee/game/game_text.hpp"
#include "sprt/report/conduct_text.hpp"
#include "sprt/report/numbers.hpp"
#include "sprt/report/outcome.hpp"
#include "sprt/report/tuning_text.hpp"
#include "sprt/stats/model.hpp"
#include "sprt/stats/sequential_test.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace sprt {
namespace {

std::string bounds_text(const SequentialTest& test) {
    const Bounds& limits = test.bounds();
    return fmt::format("[{}, {}]", number_text(limits.lower, 3), number_text(limits.upper, 3));
}

/// Why a match has not all of its games; how strong agent 1 is, when it has them.
std::string match_result_text(const RunSnapshot& run, const Outcome& outcome) {
    const RunState& result = run.state;
    const std::string cause = referee::capitalised(outcome.cause) + ".";
    if (result.tuning) {
        return outcome.end();
    }
    switch (outcome.reason) {
    case EndReason::MaxFaults:
    case EndReason::FailedStarts:
    case EndReason::Tampering:
        return "Ended early. " + cause;
    case EndReason::Repeats:
        return fmt::format("Ended early after {} of {} games. {} {}",
                           result.standing.games.games() + result.standing.unscored,
                           *run.plan.counting.max_games, cause, outcome.remedy);
    case EndReason::OpeningsUsedUp:
    case EndReason::Interrupted:
        return cause;
    case EndReason::Verdict: // a match has none of these
    case EndReason::MaxGames:
    case EndReason::MaxTime:
    case EndReason::NoEffect:
    case EndReason::Games:
        break;
    }
    const MatchEstimates now = match_estimates(match_counts(run.plan, result));
    return fmt::format("{} games. Elo {} {} (95 %, {}).", *run.plan.counting.max_games,
                       number_text(now.seen.elo, 1), interval_text(now.interval, 1), now.interval_name());
}

std::string result_text(const RunSnapshot& run, const Outcome& outcome) {
    if (!run.plan.counting.test) {
        return match_result_text(run, outcome);
    }
    const std::string cause = referee::capitalised(outcome.cause) + ".";
    if (outcome.verdict == Verdict::Continue) {
        return "No decision. " + cause + (outcome.reason == EndReason::Repeats ? " " + outcome.remedy : "");
    }
    // For wald the transcript is that of the articles.
    const StrengthEstimate seen = strength_of(run);
    return fmt::format("Accept {}. {}{}", name(outcome.verdict), cause,
                       run.test().model() == Model::Wald
                           ? ""
                           : fmt::format(" Elo {}: {}.",
                                         seen.after_verdict ? "after the verdict" : "at any time",
                                         seen.text()));
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

std::string agents_text(const RunPlan& plan) {
    const std::string lines = game_lines(plan.schedule.rules);
    // The author of an agent may have chosen its name: control characters in it are escaped.
    const bool is_test = plan.counting.test.has_value();
    if (const auto& tune = plan.counting.tune) {
        return lines +
               fmt::format("Agent: {}\n",
                           referee::to_printable(fmt::format("{}", fmt::join(tune->command, " ")), 1000));
    }
    return lines + fmt::format("Agent 1{}: {}\nAgent 2{}: {}\n", is_test ? " (H1)" : "",
                               referee::to_printable(plan.agents.agent1.name, 1000), is_test ? " (H0)" : "",
                               referee::to_printable(plan.agents.agent2.name, 1000));
}

/// The lines of a test before the first game.
std::string test_lines(const SequentialTest& test) {
    const Hypotheses& bounds = test.hypotheses();
    const bool is_articles = test.model() == Model::Wald;
    std::string text = fmt::format("{} [H0, H1]: [{:.1f}, {:.1f}]", elo_unit(test.model()), bounds.elo0 + 0.0,
                                   bounds.elo1 + 0.0);
    if (is_articles) {
        text += fmt::format(" -> P [P0, P1]: [{:.4f}, {:.4f}]", expected_score(bounds.elo0),
                            expected_score(bounds.elo1));
    }
    text +=
        fmt::format("\nLLR bounds: {} (Alpha={}, Beta={})\n", bounds_text(test), bounds.alpha, bounds.beta);
    if (!is_articles) {
        return text + fmt::format("Model: {}\n", name(test.model()));
    }
    const WaldUpdates updates = wald_updates(bounds);
    return text +
           fmt::format("LLR updates: Win={:+.4f}, Loss={:+.4f}, Draw=0.0\n", updates.win, updates.loss);
}

/// The result, and what else is to know about the games.
std::string result_lines(const RunSnapshot& run, const std::string& notes) {
    const RunState& state = run.state;
    const Outcome outcome = outcome_of(run);
    return fmt::format("Result: {}\n", result_text(run, outcome)) + effort_lines(run) +
           (state.tuning ? std::string() : counted_repeats_text(run.plan.counting.repeats, state.standing)) +
           notes + state.machine.text() + workers_line(state.workers) + fault_lines(state) +
           adjudication_lines(state.standing.adjudicated) +
           fmt::format("Seed: {}\n", run.plan.schedule.seed) + warning_lines(outcome.doubts);
}

} // namespace

std::string_view shown_game(referee::Game game) noexcept {
    return name(game) == name(referee::kDefaultGame) ? std::string_view() : name(game);
}

std::string_view shown_rules(referee::Game game) noexcept {
    return by_own_rules(game) == game ? std::string_view() : rules_name(game);
}

std::string game_lines(referee::Game game) {
    const std::string lines = shown_game(game).empty() ? "" : fmt::format("Game: {}\n", shown_game(game));
    return shown_rules(game).empty() ? lines : lines + fmt::format("Rules: {}\n", shown_rules(game));
}

std::string transcript_head(const RunPlan& plan, const std::string& notes) {
    const auto& test = plan.counting.test;
    const std::string aim = test ? test_lines(*test)
                            : plan.counting.tune
                                ? tuning_head(*plan.counting.tune)
                                : fmt::format("Match: {} games\n", plan.counting.max_games.value());
    return agents_text(plan) + aim + notes + "\n";
}

std::string transcript_game(const referee::GameRecord& record) {
    return referee::game_line(record) + "\n";
}

std::string transcript_total(const Standing& standing, const std::optional<SequentialTest>& test) {
    const Wld& games = standing.games;
    std::string line =
        fmt::format("Total: {}, WLD: {}/{}/{}", games.games(), games.wins, games.losses, games.draws);
    if (test) {
        line += fmt::format(", LLR: {} {}", number_text(standing.evaluation.llr, 3), bounds_text(*test));
    }
    if (standing.unscored > 0) {
        line += fmt::format(", Unscored: {}", standing.unscored);
    }
    return line + "\n";
}

std::string transcript_estimates(const RunPlan& plan, const RunState& state) {
    if (!plan.counting.test) {
        return match_text(plan, state);
    }
    return plan.counting.by_pairs() ? pairs_text(state.standing, estimates_of(plan, state)) : std::string();
}

std::string transcript_tail(const RunSnapshot& run, const std::string& notes) {
    const RunState& state = run.state;
    const auto& test = run.plan.counting.test;
    if (state.tuning) {
        return fmt::format("\n[Tuning {}]\nTotal: {} games, {} of {} pairs tuned with\n",
                           state.is_over() ? "Finished" : "Interrupted", state.games() + state.unscored(),
                           state.tuning->counted(), state.tuning->rules().pairs) +
               result_lines(run, notes) + tuning_result(state);
    }
    const std::string ratio =
        test ? fmt::format("Final LLR: {}\n", number_text(state.standing.evaluation.llr, 3)) : std::string();
    return fmt::format("\n[{} {}]\n", test ? "SPRT" : "Match", state.is_over() ? "Finished" : "Interrupted") +
           transcript_total(state.standing, test) + transcript_estimates(run.plan, state) + ratio +
           result_lines(run, notes);
}

std::string transcript_summary(const RunSnapshot& run, const std::string& notes) {
    const Wld& games = run.state.standing.games;
    if (run.state.tuning) {
        return agents_text(run.plan) + result_lines(run, notes) + tuning_result(run.state);
    }
    return agents_text(run.plan) +
           fmt::format("Games: {}; agent 1 won {}, lost {} and drew {}\n", games.games(), games.wins,
                       games.losses, games.draws) +
           result_lines(run, notes);
}

} // namespace sprt
