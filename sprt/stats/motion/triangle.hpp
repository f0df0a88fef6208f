#pragma once
// Brownian motion between two bounds that approach each other in straight lines until they meet. It
// approximates a 2-SPRT.
// Source: Anderson, "A modification of the sequential probability ratio test", 1960; Lorden, "2-SPRT's and
// the modified Kiefer-Weiss problem", 1976. Solved by the method of images.

#include "sprt/stats/motion/brownian.hpp"

#include <vector>

namespace sprt {

/// `motion`, whose bounds at time 0 are its lower and upper, and which both move inwards by `closing` > 0 per
/// unit of time.
struct Triangle {
    Brownian motion;
    double closing;
};

/// When and where the motion ends.
class TriangleExit {
  public:
    /// Takes some milliseconds.
    explicit TriangleExit(const Triangle& triangle);

    /// The probability that the upper bound is reached first.
    [[nodiscard]] double upper_first() const noexcept { return upper_first_; }
    /// The expected time until a bound is reached.
    [[nodiscard]] double expected_time() const noexcept { return expected_time_; }
    /// The probability that no bound was reached before `time`.
    [[nodiscard]] double undecided(double time) const noexcept;
    /// The time before which a bound is reached with probability `share`, 0 < share < 1.
    [[nodiscard]] double time_quantile(double share) const noexcept;

  private:
    double start_ = 0;
    double span_ = 0;
    std::vector<double> decided_; ///< probability of an exit up to time start_ + span_ (i / steps)^3
    double upper_first_ = 0;
    double expected_time_ = 0;
};

} // namespace sprt
