#pragma once
// Numbers of units (games or pairs) that are not whole, and the log-likelihood ratio that a test makes of
// them: where a ratio leads when the units to come have given chances. Source: the test itself, whatever its
// model.

#include "sprt/stats/moments.hpp"
#include "sprt/stats/sequential_test.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>

namespace sprt {

/// Numbers of units by outcome, by rising score; not whole.
template<std::size_t K>
using Units = std::array<double, K>;

template<std::size_t K>
[[nodiscard]] double sum(const Units<K>& units) noexcept {
    double total = 0;
    for (const double part : units) {
        total += part;
    }
    return total;
}

[[nodiscard]] inline std::uint64_t whole(double count) noexcept {
    return static_cast<std::uint64_t>(std::llround(count));
}

[[nodiscard]] inline Counts counts_of(const Units<3>& units, double factor) noexcept {
    return Wld{.wins = whole(units[2] * factor),
               .losses = whole(units[0] * factor),
               .draws = whole(units[1] * factor)};
}

[[nodiscard]] inline Counts counts_of(const Units<5>& units, double factor) noexcept {
    Ptnml pairs;
    for (std::size_t i = 0; i < units.size(); ++i) {
        pairs.counts[i] = whole(units[i] * factor);
    }
    return pairs;
}

/// The number of all units to which llr_of() rounds. A test takes counts up to it.
inline constexpr double kFineUnits = 1e9;

/// The llr of `units`. The llr of a test is proportional to the number of units, so that of many is computed.
template<std::size_t K>
[[nodiscard]] double llr_of(const SequentialTest& test, const Units<K>& units) noexcept {
    const double factor = kFineUnits / sum(units);
    return test.llr(counts_of(units, factor)) / factor;
}

/// `units` and `more` units with the outcomes of `chances`.
template<std::size_t K>
[[nodiscard]] Units<K> after(Units<K> units, double more, const Units<K>& chances) noexcept {
    for (std::size_t i = 0; i < K; ++i) {
        units[i] += more * chances[i];
    }
    return units;
}

/// The variance of what one more unit with the outcomes of `chances` adds to the llr of `units`.
template<std::size_t K>
[[nodiscard]] double variance_of_next(const SequentialTest& test, const Units<K>& units,
                                      const Units<K>& chances) noexcept {
    const double more = std::max(1.0, 1e-6 * sum(units));
    const double factor = kFineUnits / sum(units); // one for all, so that rounding does not differ
    const double before = test.llr(counts_of(units, factor));
    double mean = 0;
    double square = 0;
    for (std::size_t i = 0; i < K; ++i) {
        Units<K> next = units;
        next[i] += more;
        const double added = (test.llr(counts_of(next, factor)) - before) / (more * factor);
        mean += chances[i] * added;
        square += chances[i] * added * added;
    }
    return square - mean * mean;
}

/// The counts to which the llr of `model` is proportional: it adds something to each, or to those that are 0.
template<std::size_t K>
[[nodiscard]] Units<K> as_judged(Model model, const Units<K>& counts) noexcept {
    if (model != Model::Bayeselo) {
        return regularised(counts);
    }
    Units<K> result = counts;
    for (double& count : result) {
        count += 0.5;
    }
    return result;
}

} // namespace sprt
