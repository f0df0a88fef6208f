#pragma once
// How a running test may go on: the probability that it ends with H1, and how long it still takes.
// The future follows from the true score, which is known about as well as the games so far tell it; one that
// takes the score seen so far for the truth is badly overconfident, so every score is weighted by its
// probability.
// Source: Brownian motion between two bounds, Siegmund, "Sequential Analysis", 1985.

#include "sprt/stats/counts.hpp"
#include "sprt/stats/motion/llr_motion.hpp"
#include "sprt/stats/verdict.hpp"

#include <array>
#include <optional>

namespace sprt {

/// Units are pairs or games, like the counts.
struct Forecast {
    double p_h1;                       ///< 0 to 1
    double units_left;                 ///< expected number
    std::array<double, 2> units_range; ///< with probability 0.8 the number lies between these
};

/// From `llr`, in nats, which the test computes from the same counts. Before any units the prior speaks
/// alone: normal, centred between the hypotheses, with the standard deviation of their distance. The variance
/// is that of the raw counts; where they have none (no units yet, or all alike) one imaginary unit without
/// draws and opening bias is added to it. Once llr is at a bound: 0 or 1, and nothing left. `scale` is not
/// Decisive for pairs. nullopt when elo0 and elo1 are the same score in double precision, or llr is not
/// finite.
[[nodiscard]] std::optional<Forecast> forecast(double llr, const Ptnml& pairs, const Hypotheses& test,
                                               EloScale scale) noexcept;
[[nodiscard]] std::optional<Forecast> forecast(double llr, const Wld& games, const Hypotheses& test,
                                               EloScale scale) noexcept;

} // namespace sprt
