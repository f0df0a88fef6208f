#pragma once
// An interval for the strength of agent 1 that may be looked at after every game: with probability 1 - alpha
// it holds the truth at all times at once. It assumes nothing but a constant expected score given the past.
// Source: Waudby-Smith and Ramdas, "Estimating means of bounded random variables by betting",
// arXiv:2010.09686; as a mixture of constant bets, Ryu and Wornell, ICML 2024.

#include "sprt/stats/counts.hpp"

#include <array>

namespace sprt {

/// {lower, upper}. Without games [0, 1] and [-inf, +inf].
struct ConfidenceSequence {
    std::array<double, 2> score; ///< expected points a game, 0 to 1
    std::array<double, 2> elo;   ///< the same in logistic Elo; infinite where the score is 0 or 1
};

/// Ln of what 1 has become by betting on a pair's mean score being above `mean`, 0 < mean < 1: the average
/// over 24 bets. Falls in `mean`; e to it is a martingale from 1 when the mean is right.
[[nodiscard]] double log_capital_above(const Ptnml& pairs, double mean) noexcept;
[[nodiscard]] double log_capital_above(const Wld& games, double mean) noexcept;

/// The same for betting on it being below `mean`. Rises in `mean`.
[[nodiscard]] double log_capital_below(const Ptnml& pairs, double mean) noexcept;
[[nodiscard]] double log_capital_below(const Wld& games, double mean) noexcept;

/// The means at which neither capital has reached 2 / alpha, 0 < alpha < 1, from raw counts. One observation
/// is a pair; for games it is a game, and the games of a pair must then be as good as independent.
[[nodiscard]] ConfidenceSequence confidence_sequence(const Ptnml& pairs, double alpha) noexcept;
[[nodiscard]] ConfidenceSequence confidence_sequence(const Wld& games, double alpha) noexcept;

} // namespace sprt
