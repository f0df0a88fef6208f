#pragma once
// A forecast of a running test: the probability that it accepts H1, and how long it still takes. Both follow
// from the true score, of which the games so far give a probability distribution; the forecast is the mean
// over it. A forecast that took the score so far for the truth would be badly overconfident. Source: Brownian
// motion between two bounds, Siegmund, "Sequential Analysis", 1985.

#include "sprt/stats/counts.hpp"
#include "sprt/stats/interval.hpp"
#include "sprt/stats/motion/llr_motion.hpp"
#include "sprt/stats/verdict.hpp"

#include <optional>

namespace sprt {

/// A unit is a pair or a game, whichever is counted.
struct Forecast {
    double p_h1;          ///< 0 to 1
    double units_left;    ///< the expected number
    Interval units_range; ///< the number lies in it with probability 0.8
};

/// `llr`, in nats, is what the test computes from the same counts; where it has reached a bound, p_h1 is 0 or
/// 1 and no units are left. The prior of the true score is normal, with its mean half way between the
/// hypotheses and their distance as its standard deviation. The variance of a unit is that of the raw counts.
/// Below 32 units an eighth of an imaginary unit, without draws and opening bias, is added for each that is
/// missing, and one where all have one score: the variance of few units is often far too small. `scale` is
/// not Decisive for pairs. nullopt when elo0 and elo1 are the same score in double precision, or when llr is
/// not finite.
[[nodiscard]] std::optional<Forecast> forecast(double llr, const Ptnml& pairs, const Hypotheses& test,
                                               EloScale scale) noexcept;
[[nodiscard]] std::optional<Forecast> forecast(double llr, const Wld& games, const Hypotheses& test,
                                               EloScale scale) noexcept;

/// Forecast::p_h1 alone, which takes a hundredth of the time: for simulations.
[[nodiscard]] std::optional<double> forecast_h1(double llr, const Ptnml& pairs, const Hypotheses& test,
                                                EloScale scale) noexcept;

} // namespace sprt
