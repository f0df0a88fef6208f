#pragma once
// Intervals of numbers, the normal distribution that most of them come from, also far out in its tails, where
// the probabilities underflow, and a share that was counted, with its confidence interval.

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numbers>

namespace sprt {

/// lower <= upper; either may be infinite.
struct Interval {
    double lower;
    double upper;

    constexpr bool operator==(const Interval&) const = default;
};

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

/// `count` of `total`, which is above 0.
struct Proportion {
    std::uint64_t count;
    std::uint64_t total;

    /// 0 to 1.
    [[nodiscard]] double share() const noexcept {
        return static_cast<double>(count) / static_cast<double>(total);
    }

    /// The 95 % confidence interval. Source: Wilson, "Probable inference, the law of succession, and
    /// statistical inference", 1927.
    [[nodiscard]] Interval ci95() const noexcept {
        constexpr double zz = kTwoSided95 * kTwoSided95;
        const auto n = static_cast<double>(total);
        const double p = share();
        const double middle = (p + zz / (2 * n)) / (1 + zz / n);
        const double half = kTwoSided95 / (1 + zz / n) * std::sqrt(p * (1 - p) / n + zz / (4 * n * n));
        return {count == 0 ? 0 : std::max(0.0, middle - half),
                count == total ? 1 : std::min(1.0, middle + half)};
    }
};

} // namespace sprt
