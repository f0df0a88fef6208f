#include "sprt/report/outcome.hpp"

#include "referee/base/text.hpp"
#include "sprt/report/conduct_text.hpp"
#include "sprt/report/tuning_text.hpp"
#include "sprt/stats/ratings/results.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <variant>

namespace sprt {
namespace {

/// A difference with its sign, but for 0.
std::string signed_text(double elo) {
    return elo < 0 || elo > 0 ? fmt::format("{:+}", elo) : "0";
}

std::string articles_text(const SequentialTest& test, Verdict verdict) {
    const auto& bounds = test.hypotheses();
    const auto unit = elo_unit(test.model());
    return verdict == Verdict::H1
               ? fmt::format("agent 1 is likely better ({} >= {:.1f})", unit, bounds.elo1)
               : fmt::format("agent 1 is likely not better ({} <= {:.1f})", unit, bounds.elo0);
}

/// Of a match or a tuning that has not all of its games.
std::string after_games(const RunSnapshot& run) {
    return run.plan.counting.test
               ? std::string()
               : fmt::format(" after {} of {} games", run.state.games() + run.state.unscored(),
                             *run.plan.counting.max_games);
}

/// The score of agents that play the same games again and again.
std::string repeats_text(const Standing& standing) {
    const Wld* const games = std::get_if<Wld>(&standing.counted);
    const std::uint64_t distinct = games != nullptr ? games->games() : 2 * standing.distinct_pairs;
    const double points = games != nullptr
                              ? static_cast<double>(games->wins) + static_cast<double>(games->draws) / 2
                              : 2 * scores_of(standing.pairs).points;
    return fmt::format("the agents repeat {}, of which agent 1 scored {:.1f} points",
                       referee::counted(distinct, "game"), points);
}

std::string cause_of(const RunSnapshot& run) {
    const Standing& standing = run.state.standing;
    switch (run.state.reason) {
    case EndReason::Verdict:
        return verdict_text(run.test(), run.state.verdict());
    case EndReason::MaxGames:
        return fmt::format("the limit of {} was reached",
                           referee::counted(run.plan.counting.max_games.value(), "game"));
    case EndReason::Games:
        return "all games were played";
    case EndReason::MaxTime:
        return fmt::format("the time of the tuning was over after {} of {} pairs", run.state.tuning->done(),
                           run.state.tuning->rules().pairs);
    case EndReason::NoEffect:
        return no_effect_text(*run.state.tuning);
    case EndReason::MaxFaults:
    case EndReason::FailedStarts:
    case EndReason::Tampering:
        return broken_text(run);
    case EndReason::Repeats:
        return repeats_text(standing);
    case EndReason::OpeningsUsedUp:
        return !run.plan.counting.test ? "the openings are used up" + after_games(run)
               : standing.whole_pairs + standing.dropped_pairs == 1
                   ? "the openings are used up"
                   : fmt::format("the {} openings are used up",
                                 standing.whole_pairs + standing.dropped_pairs);
    case EndReason::Interrupted:
        break;
    }
    return "interrupted" + (run.interrupted_by.empty() ? "" : " by " + run.interrupted_by) + after_games(run);
}

std::string remedy_of(const RunSnapshot& run) {
    switch (run.state.reason) {
    case EndReason::MaxGames:
        return "A run with a higher --max-games may decide.";
    case EndReason::Repeats:
        return repeats_remedy(run.plan, run.state);
    case EndReason::OpeningsUsedUp:
        return run.plan.counting.test ? "A run with more of them may decide." : "";
    case EndReason::MaxFaults:
        return "Its last games say how.";
    case EndReason::FailedStarts:
        return "The last games say what it wrote.";
    case EndReason::Tampering:
        return "Sandboxes (--sandbox on) keep them apart.";
    case EndReason::NoEffect:
        return "Is the program told their values, and does it use them in these games?";
    case EndReason::Verdict:
    case EndReason::Games:
    case EndReason::MaxTime:
    case EndReason::Interrupted:
        break;
    }
    return {};
}

GateOutcome gate_of(const RunState& state, const std::vector<Doubt>& doubts) {
    switch (state.reason) {
    case EndReason::Verdict:
        if (state.verdict() == Verdict::Continue ||
            std::ranges::any_of(doubts, [](const Doubt& doubt) { return !doubt.rests.empty(); })) {
            return GateOutcome::Undecided;
        }
        return state.verdict() == Verdict::H1 ? GateOutcome::Passed : GateOutcome::Rejected;
    case EndReason::MaxFaults:
    case EndReason::FailedStarts:
    case EndReason::Tampering:
        return GateOutcome::Broken;
    case EndReason::MaxGames:
    case EndReason::Games:
    case EndReason::MaxTime:
    case EndReason::NoEffect:
    case EndReason::Repeats:
    case EndReason::OpeningsUsedUp:
        return GateOutcome::Undecided;
    case EndReason::Interrupted:
        break;
    }
    return GateOutcome::Interrupted;
}

std::string sentence_of(const RunSnapshot& run, const Outcome& outcome) {
    if (!run.plan.counting.test || outcome.gate == GateOutcome::Broken) {
        return referee::capitalised(outcome.cause);
    }
    if (outcome.gate == GateOutcome::Passed || outcome.gate == GateOutcome::Rejected) {
        return fmt::format("{}: {}", outcome.short_form, outcome.cause);
    }
    if (outcome.verdict == Verdict::Continue) {
        return "No decision: " + outcome.cause;
    }
    std::vector<std::string> rests;
    for (const Doubt& doubt : outcome.doubts) {
        if (!doubt.rests.empty()) {
            rests.push_back(doubt.rests);
        }
    }
    return fmt::format("No decision: {} was accepted, but that {}", name(outcome.verdict),
                       fmt::join(rests, " and "));
}

std::string short_form_of(const RunSnapshot& run) {
    const std::uint64_t games = run.state.games() + run.state.unscored();
    if (run.state.tuning &&
        (run.state.reason == EndReason::Games || run.state.reason == EndReason::MaxTime)) {
        return fmt::format("Tuning of {}", referee::counted(run.state.tuning->done(), "pair"));
    }
    if (run.state.reason == EndReason::Games) {
        return "Match of " + referee::counted(games, "game");
    }
    if (!run.plan.counting.test) {
        return fmt::format("{} of {}", games, referee::counted(*run.plan.counting.max_games, "game"));
    }
    return run.state.verdict() == Verdict::Continue ? "No decision"
                                                    : fmt::format("{} accepted", name(run.state.verdict()));
}

/// In a few words; empty where there is no verdict, and where both hypotheses are of a worse agent 1. The
/// verdict tells on which side of the middle between them the truth is: below 0 H1 does not say that agent 1
/// is better.
std::string_view meaning_of(const RunSnapshot& run) {
    const bool is_h1 = run.state.verdict() == Verdict::H1;
    if (run.state.verdict() == Verdict::Continue || run.test().hypotheses().elo1 < 0) {
        return {};
    }
    if (run.test().hypotheses().elo0 + run.test().hypotheses().elo1 >= 0) {
        return is_h1 ? ": agent 1 is likely better" : ": agent 1 is likely not better";
    }
    return is_h1 ? ": likely no regression" : ": likely a regression";
}

} // namespace

std::string_view name(GateOutcome outcome) noexcept {
    constexpr auto kNames =
        std::to_array<std::string_view>({"passed", "rejected", "broken", "undecided", "interrupted"});
    static_assert(kNames.size() == static_cast<std::size_t>(GateOutcome::Interrupted) + 1);
    return kNames[static_cast<std::size_t>(outcome)];
}

std::string_view elo_unit(Model model) noexcept {
    constexpr std::array<std::string_view, kModels.size()> kUnits{"Elo", "nElo",          "Elo",
                                                                  "Elo", "cutechess Elo", "BayesElo"};
    return kUnits[static_cast<std::size_t>(model)];
}

std::string verdict_text(const SequentialTest& test, Verdict verdict) {
    if (test.model() == Model::Wald) {
        return articles_text(test, verdict);
    }
    const auto& [elo0, elo1, alpha, beta] = test.hypotheses();
    const bool is_h1 = verdict == Verdict::H1;
    const std::string_view regression = elo1 != 0 ? "" : is_h1 ? "no regression: " : "a regression: ";
    return fmt::format("{}{} {} or {} explains these games better than {}", regression,
                       signed_text(is_h1 ? elo1 : elo0), elo_unit(test.model()), is_h1 ? "more" : "less",
                       signed_text(is_h1 ? elo0 : elo1));
}

std::string Outcome::end() const {
    return referee::capitalised(cause) + "." + (remedy.empty() ? "" : " ") + remedy;
}

Outcome outcome_of(const RunSnapshot& run) {
    Outcome outcome{.reason = run.state.reason,
                    .verdict = run.state.verdict(),
                    .gate = {},
                    .doubts = doubts_of(run),
                    .cause = cause_of(run),
                    .remedy = remedy_of(run),
                    .sentence = {},
                    .short_form = short_form_of(run),
                    .title = {}};
    outcome.gate = gate_of(run.state, outcome.doubts);
    outcome.sentence = sentence_of(run, outcome);
    if (outcome.verdict != Verdict::Continue && outcome.gate == GateOutcome::Undecided) { // a doubt
        outcome.short_form = "No decision";
        outcome.title = outcome.sentence;
        return outcome;
    }
    outcome.title = outcome.short_form + std::string(meaning_of(run));
    return outcome;
}

} // namespace sprt
