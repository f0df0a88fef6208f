#pragma once
// Fisher's exact test of a 2 x 2 table, one-sided. Pure.
// Source: R. A. Fisher, "The Design of Experiments", chapter 2; Agresti, "Categorical Data Analysis", 3.5.

#include <cstdint>

namespace sprt {

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
