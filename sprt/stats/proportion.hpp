#pragma once
// A share that was counted, with its confidence interval.

#include "sprt/stats/interval.hpp"
#include "sprt/stats/normal.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace sprt {

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
