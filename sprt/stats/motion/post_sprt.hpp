#pragma once
// The strength of agent 1 after a sequential test has stopped. Then the score that was seen is biased,
// because it is what stopped the test, and its interval is too short; this estimate is as often too high as
// too low. Only to be shown after a verdict; before one a confidence sequence is right. Source: Siegmund,
// "Sequential Analysis", 1985, section III.4 (ordering of outcomes by time and place); as in fishtest's
// sprt.py and brownian.py.

#include "sprt/stats/counts.hpp"
#include "sprt/stats/motion/llr_motion.hpp"
#include "sprt/stats/verdict.hpp"

#include <array>
#include <optional>

namespace sprt {

/// In logistic Elo, whatever the scale of the hypotheses. -inf and +inf where no score, however extreme,
/// would make the outcome that improbable: after few games, or when all ended alike.
struct PostSprt {
    double elo;                 ///< median-unbiased: too high and too low with probability 1/2 each
    std::array<double, 2> ci95; ///< covers the truth with probability 0.95
    double los;                 ///< the confidence with which elo is above 0, 0 to 1
};

/// From all units counted up to the verdict; one that lies beyond a bound is moved back along a straight line
/// from 0. An empty class counts as 1e-3 units. The increments are taken for Brownian motion, so that it is
/// exact for narrow hypotheses and slightly wide for wide ones. `scale` is not Decisive for pairs.
/// nullopt without units, or when elo0 and elo1 are the same score in double precision.
[[nodiscard]] std::optional<PostSprt> post_sprt(const Ptnml& pairs, const Hypotheses& test,
                                                EloScale scale) noexcept;
[[nodiscard]] std::optional<PostSprt> post_sprt(const Wld& games, const Hypotheses& test,
                                                EloScale scale) noexcept;

} // namespace sprt
