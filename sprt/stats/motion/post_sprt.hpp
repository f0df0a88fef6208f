#pragma once
// The strength of agent 1 after a sequential test has stopped. The observed score is then biased, because it
// is what stopped the test, and its interval is too short. This estimate is as often too high as too low. It
// is valid only after a verdict; before a verdict a confidence sequence is. Source: Siegmund, "Sequential
// Analysis", 1985, section III.4 (outcomes ordered by time and place), as in sprt.py and brownian.py of
// fishtest.

#include "sprt/stats/counts.hpp"
#include "sprt/stats/interval.hpp"
#include "sprt/stats/model.hpp"
#include "sprt/stats/motion/llr_motion.hpp"

#include <optional>

namespace sprt {

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

} // namespace sprt
