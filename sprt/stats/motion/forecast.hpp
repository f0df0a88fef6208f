#pragma once
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

#include "sprt/stats/interval.hpp"
#include "sprt/stats/sequential_test.hpp"

#include <optional>

namespace sprt {

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
