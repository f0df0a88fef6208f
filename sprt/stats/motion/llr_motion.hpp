#pragma once
// A log-likelihood ratio as Brownian motion: what a unit (a game or a pair) adds to it on average for a given
// true score, and how much this varies. Estimates after a test and forecasts are computed from it.
// Source: the second-order expansion of the GSPRT (fishtest, LLRcalc.LLR_drift_variance_alt2); for wald the
// increments themselves.

#include "sprt/stats/counts.hpp"
#include "sprt/stats/moments.hpp"
#include "sprt/stats/verdict.hpp"

#include <cstdint>
#include <optional>

namespace sprt {

/// What elo0 and elo1 are the Elo of.
enum class EloScale : std::uint8_t {
    Logistic,   ///< of the expected score
    Normalized, ///< of the score in standard deviations of a game, which come from the counts
    Decisive,   ///< of the expected score of decisive games: the model wald
};

/// The hypotheses as expected scores. On the normalized scale they may be below 0 or above 1.
struct ScoreHypotheses {
    double middle; ///< half way between both
    double gap;    ///< the score of H1 minus that of H0, above 0
};

/// `seen` matters on the normalized scale alone, where its variance is above 0, and `share_of_draws`, 0 to 1,
/// on the decisive scale alone.
[[nodiscard]] ScoreHypotheses score_hypotheses(const Hypotheses& test, EloScale scale, const Moments& seen,
                                               double share_of_draws) noexcept;

/// What a unit adds to the ratio, in nats. The drift is linear in the true score.
struct LlrMotion {
    double slope;    ///< of the drift in the true score, above 0
    double neutral;  ///< the true score at which there is no drift
    double variance; ///< of what a unit adds, above 0

    /// The mean at a true `score`.
    [[nodiscard]] constexpr double drift(double score) const noexcept { return slope * (score - neutral); }
};

/// The motion of the generalized likelihood ratio, for units whose scores have `variance`. nullopt unless gap
/// and variance are above 0 and the result is finite.
[[nodiscard]] std::optional<LlrMotion> gsprt_motion(const ScoreHypotheses& scores, double variance) noexcept;

/// The motion of the ratio of wald, for games distributed as `weights` (losses, draws, wins) are. nullopt
/// when all games have the same result, or elo0 and elo1 are the same score in double precision.
[[nodiscard]] std::optional<LlrMotion> wald_motion(const Hypotheses& test,
                                                   const std::array<double, 3>& weights) noexcept;

} // namespace sprt
