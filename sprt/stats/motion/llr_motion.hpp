#pragma once
// A log-likelihood ratio as Brownian motion between two absorbing bounds: what a unit (a game or a pair) adds
// to it on average for a given true score, how much this varies, and when such a motion ends where. What
// follows from it: the cost of a test before it, and the strength of agent 1 after it.
// Source: Siegmund, "Sequential Analysis", 1985; fishtest, LLRcalc and brownian.py.

#include "sprt/stats/counts.hpp"
#include "sprt/stats/interval.hpp"
#include "sprt/stats/model.hpp"
#include "sprt/stats/sequential_test.hpp"

#include <cstdint>
#include <optional>

namespace sprt {

// Brownian motion between two absorbing bounds.
// Source: Siegmund, "Sequential Analysis", 1985; the eigenfunction series as in fishtest's brownian.py.

/// The motion is at 0 at time 0. Requires variance > 0 and lower < 0 < upper, all finite.
struct Brownian {
    double drift;    ///< per unit of time
    double variance; ///< per unit of time
    double lower;
    double upper;
};

/// The probability that the upper bound is reached before the lower one.
[[nodiscard]] double upper_first(const Brownian& motion) noexcept;

/// The expected time until a bound is reached.
[[nodiscard]] double expected_time(const Brownian& motion) noexcept;

/// P(the lower bound was reached before `time`) + P(no bound was, and the place at `time` is at most
/// `place`), for lower <= place <= upper and time >= 0. This is the probability of an outcome worse than
/// `place` at `time` in an order in which reaching the lower bound early is worst and the upper bound early
/// is best.
[[nodiscard]] double worse_outcome(const Brownian& motion, double time, double place) noexcept;

/// The probability that no bound was reached before `time`. Absolute error about 1e-9.
[[nodiscard]] double undecided(const Brownian& motion, double time) noexcept;

/// The time before which a bound is reached with probability `share`, 0 < share < 1.
[[nodiscard]] double time_quantile(const Brownian& motion, double share) noexcept;

// The motion of a log-likelihood ratio. Source: the second-order expansion of the GSPRT (fishtest,
// LLRcalc.LLR_drift_variance_alt2); for wald the increments themselves.

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

// The cost of a test before any game is played: the expected number of games, its quantiles and the error
// rates at a given true strength, under the model of pairs in model.hpp. Source: Siegmund, "Sequential
// Analysis", 1985, chapters III.5 and X: the log-likelihood ratio is taken for Brownian motion, and the
// bounds are moved outwards by 0.583 standard deviations of what is added between two looks, to allow for the
// overshoot.

struct PlanQuestion {
    Hypotheses hypotheses{}; ///< in the model's Elo
    Model model = Model::Pentanomial;
    double true_elo = 0; ///< logistic, of the score of pairs
    double draws = 0;    ///< share of draws between equals, 0 to 1
    double bias_elo = 0; ///< by how much the opening favours one side
};

struct Plan {
    double p_h1;         ///< the probability that H1 is accepted, without a limit on games
    double games;        ///< the expected number
    double games_median; ///< half of all runs take no more
    double games_q95;    ///< 95 of 100 runs take no more
};

/// Within 4 % of simulated runs for wald, trinomial and pentanomial with hypotheses 5 to 50 Elo apart.
/// Bayeselo is planned as trinomial: up to 50 Elo their drifts differ by less than 2 %. nullopt where the
/// test would never end or is not defined: no decisive games (wald), all scores the same, or elo0 and elo1
/// the same score in double precision.
[[nodiscard]] std::optional<Plan> plan(const PlanQuestion& question);

/// The probability that the test has no verdict after `games` games; nullopt where plan() is.
[[nodiscard]] std::optional<double> undecided_after(const PlanQuestion& question, double games);

// The strength of agent 1 after a sequential test has stopped. The observed score is then biased, because it
// is what stopped the test, and its interval is too short. This estimate is as often too high as too low. It
// is valid only after a verdict; before a verdict a confidence sequence is. Source: Siegmund, "Sequential
// Analysis", 1985, section III.4 (outcomes ordered by time and place), as in sprt.py and brownian.py of
// fishtest.

/// In logistic Elo, whatever the scale of the hypotheses. An Elo is infinite where no score, however extreme,
/// makes the outcome improbable enough: after few games, or when all have the same result.
struct PostSprt {
    double elo;    ///< median-unbiased: too high and too low with probability 1/2 each
    Interval ci95; ///< covers the truth with probability 0.95
    double los;    ///< the confidence that the Elo is above 0, 0 to 1
};

/// From all units that were counted up to the verdict. A ratio beyond a bound is moved back to it along the
/// straight line from 0. Each count of 0 is replaced by kEmptyClass. The ratio is taken for Brownian motion,
/// so the interval is exact for narrow hypotheses and slightly too wide for wide ones. `scale` is not
/// Decisive for pairs. nullopt without units, or when elo0 and elo1 are the same score in double precision.
[[nodiscard]] std::optional<PostSprt> post_sprt(const Ptnml& pairs, const Hypotheses& test,
                                                EloScale scale) noexcept;
[[nodiscard]] std::optional<PostSprt> post_sprt(const Wld& games, const Hypotheses& test,
                                                EloScale scale) noexcept;

// A forecast of a running SPRT: the probability that it accepts H1, and how many units (games or pairs) it
// still takes. Both are of all that the true strength may be after the units so far. A forecast that took
// the score so far for the truth would be badly overconfident.
//
// The prior of the true Elo is wide, so that some ten units outweigh it: with weight 0.22 the truth is near
// the hypotheses, normal around their middle with a quarter of their distance as its deviation; with weight
// 0.78 it is anywhere, by a Cauchy distribution with quartiles 200 Elo to either side of the middle. The
// weight is chosen so that after 30 pairs the forecast is right both at the hypotheses and far from them.
//
// For each truth the outcomes are distributed as the units so far, tilted to the truth's score, and the llr
// of the counts that come of it is asked of the test itself: so the forecast knows how much a unit can add.
// Chance moves the llr around that way as in Brownian motion between two bounds, beyond which the last unit
// goes. Source: Siegmund, "Sequential Analysis", 1985, chapters III and X; docs/evidence.md says how right
// it is.

/// A unit is a pair or a game, whichever is counted.
struct Forecast {
    double p_h1;          ///< 0 to 1
    double units_left;    ///< the median: as likely more as fewer
    Interval units_range; ///< fewer with probability 0.1, more with probability 0.1
};

/// Of the SPRT of `test`, whatever its kind. `counts` are such as its model takes. Where the llr has reached
/// a bound, p_h1 is 0 or 1 and no units are left. Takes about a millisecond. nullopt when elo0 and elo1 are
/// the same score in double precision.
[[nodiscard]] std::optional<Forecast> forecast(const SequentialTest& test, const Counts& counts) noexcept;

} // namespace sprt
