#pragma once
// The counts that verdicts and estimates are computed from; as fractions, for multinomial likelihoods; as a
// distribution of scores with its moments, for estimates; and whether two tables of them come from one
// distribution.
// Source: fishtest, LLRcalc; Agresti, "Categorical Data Analysis".

#include <array>
#include <cstddef>
#include <cstdint>

namespace sprt {

/// Games won, lost and drawn by agent 1.
struct Wld {
    std::uint64_t wins = 0;
    std::uint64_t losses = 0;
    std::uint64_t draws = 0;

    [[nodiscard]] constexpr std::uint64_t games() const noexcept { return wins + losses + draws; }
    constexpr bool operator==(const Wld&) const = default;
};

/// Pairs of games from one opening with the seats swapped, by agent 1's points in both games together: 0,
/// 1/2, 1, 3/2 and 2 (LL, LD, LW and DD, DW, WW; which game came first makes no difference).
struct Ptnml {
    std::array<std::uint64_t, 5> counts{};

    [[nodiscard]] constexpr std::uint64_t pairs() const noexcept {
        return counts[0] + counts[1] + counts[2] + counts[3] + counts[4];
    }
    constexpr bool operator==(const Ptnml&) const = default;
};

/// The most that a user may give as one count, and as a number of openings: more would not be a whole number
/// in JSON.
inline constexpr std::int64_t kMostCounted = 1'000'000'000;
inline constexpr std::int64_t kMostOpenings = std::int64_t{1} << 53;

/// What a count of 0 is replaced by where a formula needs every class to be possible; other counts stay as
/// they are. Source: fishtest, LLRcalc.regularize.
inline constexpr double kEmptyClass = 1e-3;

// As fractions: K kinds of outcome with equally spaced scores from 0 to 1.

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

// As a distribution of scores.

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

// Whether two lists of pairs come from one distribution: Pearson's chi-square of a 2 x 5 table. Pure.
// Source: Agresti, "Categorical Data Analysis", 3.2; Cochran, "Some methods for strengthening the common
// chi-square tests", Biometrics 10 (1954), for classes that are too small.

/// How likely a chi-square of `df` degrees of freedom is at least `x`, which is not negative.
[[nodiscard]] double chi_square_tail(double x, int df);

/// How likely pairs of the same distribution differ as much as `one` and `others` do. Classes of which a side
/// should have fewer than 5 pairs are joined with the next class; 1 when fewer than two classes are left.
[[nodiscard]] double difference_p(const Ptnml& one, const Ptnml& others);

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
