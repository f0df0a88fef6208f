#pragma once
// Brownian motion between two bounds that approach each other in straight lines until they meet: the 2-SPRT
// seen from afar.
// Source: Anderson, "A modification of the sequential probability ratio test", 1960; Lorden, "2-SPRT's and
// the modified Kiefer-Weiss problem", 1976. Solved by the method of images.

#include "sprt/stats/motion/brownian.hpp"

#include <array>
#include <vector>

namespace sprt {

/// `motion` starts at 0 between bounds that start at lower and upper and approach 0 by `closing` > 0 per unit
/// of time, each at its own end.
struct Triangle {
    Brownian motion;
    double closing;
};

/// When and where the motion ends.
class TriangleExit {
  public:
    explicit TriangleExit(const Triangle& triangle);

    [[nodiscard]] double upper_first() const noexcept { return upper_first_; }
    [[nodiscard]] double expected_time() const noexcept { return expected_time_; }
    /// The probability that no bound was reached before `time`.
    [[nodiscard]] double undecided(double time) const noexcept;
    /// The time before which a bound is reached with probability `share`, 0 < share < 1.
    [[nodiscard]] double time_quantile(double share) const noexcept;

  private:
    double start_ = 0;
    double span_ = 0;
    std::vector<double> decided_; ///< by start_ + span_ (i / steps)^3: much may happen soon
    double upper_first_ = 0;
    double expected_time_ = 0;
};

} // namespace sprt
