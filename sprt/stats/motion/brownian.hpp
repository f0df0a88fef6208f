#pragma once
// Brownian motion between two absorbing bounds, which approximates a log-likelihood ratio.
// Source: Siegmund, "Sequential Analysis", 1985; the eigenfunction series as in fishtest's brownian.py.

namespace sprt {

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

} // namespace sprt
