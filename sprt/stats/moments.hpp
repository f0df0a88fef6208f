#pragma once
// Counts as a distribution of scores: what every estimate is computed from.

#include "sprt/stats/counts.hpp"

#include <array>
#include <cstddef>

namespace sprt {

/// Of the score of one unit, 0 to 1: a game, or the mean of the two games of a pair.
struct Moments {
    double units = 0; ///< how many were seen; the rest is 0 when none
    double mean = 0;
    double variance = 0;       ///< divisor `units`
    double third = 0;          ///< third central moment
    double fourth = 0;         ///< fourth central moment
    double games_per_unit = 1; ///< 2 for pairs
};

/// What an empty class counts as where an estimate needs every class. Source: fishtest, LLRcalc.regularize.
inline constexpr double kEmptyClass = 1e-3;

/// Weights by rising score: LDW of games, or the five classes of pairs.
[[nodiscard]] constexpr std::array<double, 3> weights(const Wld& games) noexcept {
    return {static_cast<double>(games.losses), static_cast<double>(games.draws),
            static_cast<double>(games.wins)};
}

[[nodiscard]] constexpr std::array<double, 5> weights(const Ptnml& pairs) noexcept {
    std::array<double, 5> result{};
    for (std::size_t i = 0; i < result.size(); ++i) {
        result[i] = static_cast<double>(pairs.counts[i]);
    }
    return result;
}

/// The same with every empty class counted as kEmptyClass; the others stay as they are.
template<std::size_t N>
[[nodiscard]] constexpr std::array<double, N> regularised(std::array<double, N> weights) noexcept {
    for (double& weight : weights) {
        if (weight == 0) {
            weight = kEmptyClass;
        }
    }
    return weights;
}

/// Three weights are games, five are pairs. All 0 when the weights are.
template<std::size_t N>
[[nodiscard]] constexpr Moments moments(const std::array<double, N>& weights) noexcept {
    static_assert(N == 3 || N == 5);
    Moments result{.games_per_unit = N == 5 ? 2.0 : 1.0};
    const auto score = [](std::size_t i) { return static_cast<double>(i) / (N - 1); };
    for (const double weight : weights) {
        result.units += weight;
    }
    if (result.units == 0) {
        return result;
    }
    for (std::size_t i = 0; i < N; ++i) { // in whole points first, so that symmetric counts give 1/2 exactly
        result.mean += weights[i] * static_cast<double>(i);
    }
    result.mean /= result.units * (N - 1);
    for (std::size_t i = 0; i < N; ++i) {
        const double deviation = score(i) - result.mean;
        const double square = weights[i] / result.units * deviation * deviation;
        result.variance += square;
        result.third += square * deviation;
        result.fourth += square * deviation * deviation;
    }
    return result;
}

} // namespace sprt
