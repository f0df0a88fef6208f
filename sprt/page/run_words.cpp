#include "sprt/page/run_words.hpp"

#include "sprt/report/conduct_text.hpp"
#include "sprt/report/verdict_text.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <string_view>
#include <utility>

namespace sprt {
namespace {

/// A number with the digits that it was given.
std::string exact(double elo) {
    std::string text = elo < 0 || elo > 0 ? fmt::format("{}", elo) : "0";
    if (text.starts_with('-')) {
        text.replace(0, 1, "\u2212");
    }
    return text;
}

std::string signed_exact(double elo) {
    return (elo > 0 ? "+" : "") + exact(elo);
}

/// `1 game`, `800 games`, `25 000 games` with a thin space.
std::string games_words(std::uint64_t games) {
    std::string text = std::to_string(games);
    constexpr std::size_t kThousand = 3;
    for (std::size_t at = text.size(); text.size() > kThousand + 1 && at > kThousand;) {
        at -= kThousand;
        text.insert(at, "\u202f");
    }
    return text + (games == 1 ? " game" : " games");
}

RunWords accepted(const SequentialTest& test, Verdict verdict) {
    const auto& [elo0, elo1, alpha, beta] = test.hypotheses();
    const std::string_view unit = elo_unit(test.model());
    const bool is_h1 = verdict == Verdict::H1;
    std::string_view meaning;
    if (elo1 > 0) {
        meaning = is_h1 ? ": agent 1 is likely better" : ": agent 1 is likely not better";
    } else if (elo1 == 0) {
        meaning = is_h1 ? ": likely no regression" : ": likely a regression";
    }
    const double by = is_h1 ? elo1 : elo0;
    const double than = is_h1 ? elo0 : elo1;
    return {.title = fmt::format("H{} accepted{}", is_h1 ? 1 : 0, meaning),
            .end = test.model() == Model::Wald
                       ? fmt::format("The games say {} {} {}.", unit, is_h1 ? "≥" : "≤", exact(by))
                       : fmt::format("These games are better explained by {} {} than by {}.",
                                     signed_exact(by), unit, signed_exact(than))};
}

std::string reason_words(const RunPlan& plan, const RunState& state, std::uint64_t most_games) {
    const std::string broken = state.broken ? std::to_string(number(*state.broken)) : "?";
    switch (state.reason) {
    case EndReason::MaxGames:
        return fmt::format("The limit of {} was reached. A run with a higher --max-games may decide.",
                           games_words(most_games));
    case EndReason::Repeats:
        return "The agents repeat the same games, so that more of them say nothing new. " +
               repeats_remedy(plan, state);
    case EndReason::OpeningsUsedUp:
        return "The openings are used up. A run with more of them may decide.";
    case EndReason::MaxFaults:
        return fmt::format("Agent {} was at fault too often. Its last games say how.", broken);
    case EndReason::FailedStarts:
        return fmt::format("Agent {} did not start. The last games say what it wrote.", broken);
    case EndReason::Tampering:
        return fmt::format("Agent {} tampered with the other one. Sandboxes (--sandbox on) keep them apart.",
                           broken);
    case EndReason::Games:
        return "All games were played.";
    case EndReason::Verdict:
    case EndReason::Interrupted:
        break;
    }
    return "The run was interrupted. sprt resume plays on.";
}

} // namespace

std::vector<std::string> warnings_about(const referee::Json& result) {
    constexpr std::pair<const char*, const char*> kWarnings[] = {
        {"rests_on_disputed", "The verdict rests on disputed time losses: without them it would differ."},
        {"rests_on_adjudication",
         "The verdict rests on adjudication: the verified games leave room for another one."},
        {"rests_on_doubtful", "The verdict rests on doubtful games: without them it would differ."},
        {"rests_on_distrusted",
         "The verdict rests on workers that were caught lying: without their pairs it would differ."},
        {"rests_on_tampering", "The verdict may rest on tampering."},
    };
    std::vector<std::string> found;
    for (const auto& [key, warning] : kWarnings) {
        if (result.value(key, false)) {
            found.emplace_back(warning);
        }
    }
    return found;
}

RunWords words_of(const LoadedRun& run) {
    const RunState state = run.result();
    const auto& test = run.plan.counting.test;
    if (test && state.verdict() != Verdict::Continue) {
        return accepted(*test, state.verdict());
    }
    const std::uint64_t games = run.tally.games();
    const std::uint64_t most_games = run.plan.counting.max_games.value_or(games);
    RunWords words{.title = test ? "No decision"
                            : state.reason == EndReason::Games
                                ? "Match of " + games_words(games)
                                : fmt::format("{} of {}", games, games_words(most_games)),
                   .end = {}};
    if (run.is_over) {
        words.end = reason_words(run.plan, state, most_games);
    }
    return words;
}

} // namespace sprt
