#include "sprt/report/match_estimates.hpp"

#include "sprt/report/estimates_text.hpp"
#include "sprt/report/numbers.hpp"
#include "sprt/store/json_numbers.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace sprt {

std::string_view MatchEstimates::interval_name() const noexcept {
    return is_fixed ? "number of games fixed beforehand" : "at any time";
}

MatchCounts match_counts(const RunPlan& plan, const RunState& state) {
    const Standing& standing = state.standing;
    return {.counted = standing.counted,
            .pairs = standing.pairs,
            .games = standing.games_of_pairs,
            .is_fixed = state.reason == EndReason::Games && !plan.number_changed};
}

MatchEstimates match_estimates(const MatchCounts& counts, const Calculation& now) {
    return {.seen = now.estimates,
            .draw_ratio = draw_ratio(counts.games),
            .opening_bias = opening_imbalance(counts.games, counts.pairs),
            .interval = counts.is_fixed ? now.estimates.elo_ci95 : std::optional(now.anytime.elo),
            .anytime = now.anytime.elo,
            .is_fixed = counts.is_fixed};
}

std::string match_text(const RunPlan& plan, const RunState& state) {
    const MatchEstimates now = match_estimates(match_counts(plan, state));
    const Estimates& seen = now.seen;
    return ptnml_text(state.standing) +
           fmt::format("Elo: {} {} (95 %, {})\n", number_text(seen.elo, 1), interval_text(now.interval, 1),
                       now.interval_name()) +
           fmt::format("Score: {}, nElo: {}, LOS: {}, draws: {}, pairs ratio: {}, opening bias: {}\n",
                       percent_text(seen.score, 2), number_text(seen.nelo, 1), percent_text(seen.los, 1),
                       percent_text(now.draw_ratio, 1), number_text(seen.pairs_ratio, 2),
                       opening_bias_text(now.opening_bias));
}

referee::Json match_json(const MatchCounts& counts, const Calculation& calculated) {
    const MatchEstimates now = match_estimates(counts, calculated);
    const Estimates& seen = now.seen;
    const auto& bias = now.opening_bias;
    return {{"score", json_number(seen.score)},
            {"elo", json_number(seen.elo)},
            {"elo_ci95", json_interval(seen.elo_ci95)},
            {"anytime_ci95", json_interval(now.anytime)},
            {"interval", now.is_fixed ? "fixed" : "anytime"},
            {"nelo", json_number(seen.nelo)},
            {"nelo_ci95", json_interval(seen.nelo_ci95)},
            {"los", json_number(seen.los)},
            {"draw_ratio", json_number(now.draw_ratio)},
            {"pairs_ratio", json_number(seen.pairs_ratio)},
            {"opening_bias", json_number(bias ? std::optional(bias->elo) : std::nullopt)},
            {"opening_bias_ci95", json_interval(bias ? bias->ci95 : std::nullopt)}};
}

referee::Json match_json(const MatchCounts& counts) {
    return match_json(counts, calculate(counts.counted));
}

} // namespace sprt
