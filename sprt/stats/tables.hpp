#pragma once
// Whether two sides of a table of counts come from one distribution: Pearson's chi-square of a 2 x 5 table of
// pairs, and Fisher's exact test of a 2 x 2 table. Pure.

#include "sprt/stats/counts.hpp"

#include <cstdint>

namespace sprt {

// Whether two lists of pairs come from one distribution: Pearson's chi-square of a 2 x 5 table. Pure.
// Source: Agresti, "Categorical Data Analysis", 3.2; Cochran, "Some methods for strengthening the common
// chi-square tests", Biometrics 10 (1954), for classes that are too small.

/// How likely a chi-square of `df` degrees of freedom, 1 to 4, is at least `x`, which is not negative.
/// Source: Abramowitz and Stegun, "Handbook of Mathematical Functions", 26.4.4 and 26.4.5.
[[nodiscard]] double chi_square_tail(double x, int df) noexcept;

/// How likely pairs of the same distribution differ as much as `one` and `others` do. Classes of which a side
/// should have fewer than 5 pairs are joined with the next class; 1 when fewer than two classes are left.
[[nodiscard]] double difference_p(const Ptnml& one, const Ptnml& others) noexcept;

// Fisher's exact test of a 2 x 2 table, one-sided. Pure.
// Source: R. A. Fisher, "The Design of Experiments", chapter 2; Agresti, "Categorical Data Analysis", 3.5.

/// How often something happened, and how often it did not.
struct Happened {
    std::uint64_t times = 0;
    std::uint64_t not_times = 0;
};

/// How likely it is, with the sums of the table given, that `one` has as many `times` or more when both have
/// the same rate: the tail of the hypergeometric distribution. 1 where a side is empty. Its relative error is
/// below 1e-8 for sums up to 1e7.
[[nodiscard]] double fisher_p(const Happened& one, const Happened& others) noexcept;

} // namespace sprt
