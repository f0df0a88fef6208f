#pragma once
// How far apart the greatest and the least of N equal estimates lie by chance. Tukey's test stands on it: all
// differences of N agents hold together. Source: Tukey, "The problem of multiple comparisons", 1953; the
// double integral as in Copenhaver and Holland, 1988.

#include <cstddef>
#include <optional>

namespace sprt {

/// P(range of `count` standard normal values / s <= q), where s^2 is chi-squared / `df`; empty: s is 1.
/// count >= 2, q >= 0.
[[nodiscard]] double studentized_range_cdf(double q, std::size_t count, std::optional<double> df);

/// The q at which studentized_range_cdf() is `share`, which is above 0 and below 1; to 1e-10.
[[nodiscard]] double studentized_range_quantile(double share, std::size_t count, std::optional<double> df);

} // namespace sprt
