#pragma once
// The normal distribution, also far out in its tails, where the probabilities underflow.

#include <cmath>
#include <numbers>

namespace sprt {

inline constexpr double kTwoSided95 = 1.959963984540054; ///< the 97.5 % quantile

/// P(Z <= x) for a standard normal Z.
[[nodiscard]] inline double normal_cdf(double x) noexcept {
    return std::erfc(-x / std::numbers::sqrt2) / 2;
}

/// The density at x of the standard normal distribution.
[[nodiscard]] inline double normal_density(double x) noexcept {
    return std::exp(-x * x / 2) * (std::numbers::inv_sqrtpi / std::numbers::sqrt2);
}

/// Mills' ratio P(Z > x) / density(x) for x >= 0. Finite for any x.
/// Source: the asymptotic series of erfc beyond 25, four terms of which are exact to 1e-10.
[[nodiscard]] inline double mills_ratio(double x) noexcept {
    if (x < 25) {
        return normal_cdf(-x) / normal_density(x);
    }
    const double square = 1 / (x * x);
    return (1 - square * (1 - square * (3 - square * 15))) / x;
}

} // namespace sprt
