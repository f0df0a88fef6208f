#pragma once
// Levels for many tests, one after the other or several at once, that keep the false discovery rate: the
// expected share of wrongly accepted H1 among all accepted H1. Source: LORD++, Ramdas, Yang, Wainwright,
// Jordan, "Online control of the false discovery rate with decaying memory", 2017; its form for tests that
// overlap: Zrnic, Ramdas, Jordan, "Asynchronous online testing of multiple hypotheses", 2021; the weights
// j^-1.6: Ramdas, Zrnic, Wainwright, Jordan, "SAFFRON", 2018.

#include <cstdint>
#include <span>

namespace sprt {

/// The weight of the test that comes `distance` tests, 1 or more, after a discovery. All weights add up to 1.
[[nodiscard]] double lord_weight(std::uint64_t distance) noexcept;

/// The alpha of test number `test`, from 1, that keeps the false discovery rate at `rate`, 0 to 1. Each
/// discovery, an accepted H1, is given by the number of tests that had begun when it became known, 1 to
/// `test` - 1, in ascending order. Half of `rate` is the initial wealth.
[[nodiscard]] double lord_level(double rate, std::uint64_t test,
                                std::span<const std::uint64_t> discoveries) noexcept;

/// The largest alpha of a next test with which all alphas together do not exceed `rate` for each discovery,
/// or for one when there is none; may be 0 or less. `spent`: the sum of the alphas of the tests so far. The
/// levels of LORD++ keep below it; the alphas of tests that had another level may not. Source: Ramdas et al.
/// 2017, section 4: every rule with this property controls the false discovery rate.
[[nodiscard]] double level_left(double rate, double spent, std::uint64_t discoveries) noexcept;

} // namespace sprt
