#pragma once
// Whether two lists of pairs come from one distribution: Pearson's chi-square of a 2 x 5 table. Pure.
// Source: Agresti, "Categorical Data Analysis", 3.2; Cochran, "Some methods for strengthening the common
// chi-square tests", Biometrics 10 (1954), for classes that are too small.

#include "sprt/stats/counts.hpp"

namespace sprt {

/// How likely a chi-square of `df` degrees of freedom, 1 to 4, is at least `x`, which is not negative.
/// Source: Abramowitz and Stegun, "Handbook of Mathematical Functions", 26.4.4 and 26.4.5.
[[nodiscard]] double chi_square_tail(double x, int df) noexcept;

/// How likely pairs of the same distribution differ as much as `one` and `others` do. Classes of which a side
/// should have fewer than 5 pairs are joined with the next class; 1 when fewer than two classes are left.
[[nodiscard]] double difference_p(const Ptnml& one, const Ptnml& others) noexcept;

} // namespace sprt
