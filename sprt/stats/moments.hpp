#pragma once
// Counts as a distribution of scores, and its moments, which estimates are computed from.

#include "sprt/stats/counts.hpp"

#include <array>
#include <cstddef>

namespace sprt {

/// Moments of the score of a unit, 0 to 1. A unit is a game or a pair; the score of a pair is the mean of its
/// two games.
struct Moments {
    double units = 0; ///< how many there are; without any, all moments are 0
    double mean = 0;
    double variance = 0;       ///< divisor `units`
    double third = 0;          ///< third central moment
    double fourth = 0;         ///< fourth central moment
    double games_per_unit = 1; ///< 2 for pairs
};

/// Counts by rising score: losses, draws and wins of games.
[[nodiscard]] constexpr std::array<double, 3> weights(const Wld& games) noexcept {
    return {static_cast<double>(games.losses), static_cast<double>(games.draws),
            static_cast<double>(games.wins)};
}

/// Counts by rising score: the five classes of pairs.
[[nodiscard]] constexpr std::array<double, 5> weights(const Ptnml& pairs) noexcept {
    std::array<double, 5> result{};
    for (std::size_t i = 0; i < result.size(); ++i) {
        result[i] = static_cast<double>(pairs.counts[i]);
    }
    return result;
}

/// `weights` with kEmptyClass for each 0.
template<std::size_t N>
[[nodiscard]] constexpr std::array<double, N> regularised(std::array<double, N> weights) noexcept {
    for (double& weight : weights) {
        if (weight == 0) {
            weight = kEmptyClass;
        }
    }
    return weights;
}

/// The moments of `weights`, by rising score: three are counts of games, five are counts of pairs.
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
    for (std::size_t i = 0; i < N; ++i) { // a sum of whole points, so that symmetric counts give exactly 1/2
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
