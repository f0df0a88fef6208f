#pragma once
// Counts as fractions, for multinomial likelihoods: K kinds of outcome with equally spaced scores from 0
// to 1.

#include "sprt/stats/counts.hpp"

#include <array>
#include <cstddef>
#include <cstdint>

namespace sprt {

/// The score of outcome `i`, 0 to 1: 0, 1/2, 1 for games, 0, 1/4, 1/2, 3/4, 1 for pairs.
template<std::size_t K>
[[nodiscard]] constexpr double score_of_outcome(std::size_t i) noexcept {
    return static_cast<double>(i) / (K - 1);
}

/// How often each outcome was seen, by rising score.
template<std::size_t K>
struct Outcomes {
    std::array<double, K> fractions{}; ///< all above 0, sum 1
    double total = 0;                  ///< games or pairs, with kEmptyClass for each 0; 0 without any
};

/// The fractions of `counts`, which are by rising score, with kEmptyClass for each 0: where an outcome has
/// the fraction 0 the likelihood has no maximum.
template<std::size_t K>
[[nodiscard]] constexpr Outcomes<K> outcomes(const std::array<std::uint64_t, K>& counts) noexcept {
    Outcomes<K> result;
    std::uint64_t seen = 0;
    for (std::size_t i = 0; i < K; ++i) {
        seen += counts[i];
        result.fractions[i] = counts[i] == 0 ? kEmptyClass : static_cast<double>(counts[i]);
        result.total += result.fractions[i];
    }
    for (double& fraction : result.fractions) {
        fraction /= result.total;
    }
    result.total = seen == 0 ? 0 : result.total;
    return result;
}

[[nodiscard]] constexpr Outcomes<3> outcomes(const Wld& games) noexcept {
    return outcomes<3>({games.losses, games.draws, games.wins});
}

[[nodiscard]] constexpr Outcomes<5> outcomes(const Ptnml& pairs) noexcept {
    return outcomes<5>(pairs.counts);
}

} // namespace sprt
