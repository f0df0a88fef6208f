#include "sprt/stats/motion/llr_motion.hpp"

#include "sprt/stats/elo.hpp"
#include "sprt/stats/wald.hpp"

#include <cmath>

namespace sprt {
namespace {

std::optional<LlrMotion> checked(const LlrMotion& motion) noexcept {
    const bool usable = motion.slope > 0 && motion.variance > 0 && std::isfinite(motion.slope) &&
                        std::isfinite(motion.variance) && std::isfinite(motion.neutral);
    return usable ? std::optional(motion) : std::nullopt;
}

} // namespace

ScoreHypotheses score_hypotheses(const Hypotheses& test, EloScale scale, const Moments& seen,
                                 double share_of_draws) noexcept {
    const double score0 = expected_score(test.elo0);
    const double gap = score_gap(test.elo0, test.elo1);
    switch (scale) {
    case EloScale::Normalized: {
        const double unit = std::sqrt(seen.variance * seen.games_per_unit) / kNormalizedEloUnit;
        return {.middle = 0.5 + (test.elo0 + test.elo1) / 2 * unit, .gap = (test.elo1 - test.elo0) * unit};
    }
    case EloScale::Decisive: {
        const double decisive = 1 - share_of_draws;
        return {.middle = share_of_draws / 2 + decisive * (score0 + gap / 2), .gap = decisive * gap};
    }
    case EloScale::Logistic:
        break;
    }
    return {.middle = score0 + gap / 2, .gap = gap};
}

std::optional<LlrMotion> gsprt_motion(const ScoreHypotheses& scores, double variance) noexcept {
    return checked({.slope = scores.gap / variance,
                    .neutral = scores.middle,
                    .variance = scores.gap * scores.gap / variance});
}

std::optional<LlrMotion> wald_motion(const Hypotheses& test, const std::array<double, 3>& weights) noexcept {
    const WaldUpdates updates = wald_updates(test);
    const double games = weights[0] + weights[1] + weights[2];
    const double lost = weights[0] / games;
    const double drawn = weights[1] / games;
    const double won = weights[2] / games;
    const double mean = won * updates.win + lost * updates.loss;
    const double variance = won * (updates.win - mean) * (updates.win - mean) + drawn * mean * mean +
                            lost * (updates.loss - mean) * (updates.loss - mean);
    const double slope =
        updates.win - updates.loss; // the share of draws stays: one more point is a win in place of a loss
    return checked({.slope = slope,
                    .neutral = (drawn / 2 * (updates.win + updates.loss) - updates.loss) / slope,
                    .variance = variance});
}

} // namespace sprt
