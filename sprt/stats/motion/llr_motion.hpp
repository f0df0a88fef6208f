#pragma once
// A log-likelihood ratio as Brownian motion: how far a unit (a game or a pair) moves it on average when the
// truth is a given score, and how much that varies. Estimates after a test and forecasts of it rest on this.
// Source: the second-order expansion of the GSPRT (fishtest, LLRcalc.LLR_drift_variance_alt2); for wald the
// increments themselves.

#include "sprt/stats/counts.hpp"
#include "sprt/stats/moments.hpp"
#include "sprt/stats/verdict.hpp"

#include <cstdint>
#include <optional>

namespace sprt {

/// In what elo0 and elo1 are given.
enum class EloScale : std::uint8_t {
    Logistic,   ///< of the expected score
    Normalized, ///< standard deviations of a game above 1/2, which the counts have to say
    Decisive,   ///< logistic, of decisive games only: the model of wald
};

/// The hypotheses as scores of a unit. On the normalized scale they may lie outside 0 to 1.
struct ScoreHypotheses {
    double middle; ///< half way between both
    double gap;    ///< that of H1 minus that of H0, above 0
};

/// `games` are needed for the normalized scale (variance above 0) and their share of draws for the decisive
/// one.
[[nodiscard]] ScoreHypotheses score_hypotheses(const Hypotheses& test, EloScale scale, const Moments& seen,
                                               double share_of_draws) noexcept;

/// Per unit, linear in the score.
struct LlrMotion {
    double slope;    ///< of the drift in the true score, above 0
    double neutral;  ///< the true score at which there is no drift
    double variance; ///< of what a unit adds, above 0

    [[nodiscard]] constexpr double drift(double score) const noexcept { return slope * (score - neutral); }
};

/// Of the generalized likelihood ratio, for units whose scores have `variance`.
/// nullopt unless gap and variance are above 0 and the result is finite.
[[nodiscard]] std::optional<LlrMotion> gsprt_motion(const ScoreHypotheses& scores, double variance) noexcept;

/// Of wald's ratio, for games distributed like `weights` (losses, draws, wins), not all of one kind.
[[nodiscard]] std::optional<LlrMotion> wald_motion(const Hypotheses& test,
                                                   const std::array<double, 3>& weights) noexcept;

} // namespace sprt
