#pragma once
// A confidence interval for the strength of agent 1 that may be looked at after every game: with probability
// 1 - alpha all the intervals of a run hold the truth. It assumes only that the expected score, given the
// past, is constant. Source: Waudby-Smith and Ramdas, "Estimating means of bounded random variables by
// betting", arXiv:2010.09686; as a mixture of constant bets, Ryu and Wornell, ICML 2024.

#include "sprt/stats/counts.hpp"
#include "sprt/stats/interval.hpp"

namespace sprt {

/// Without games [0, 1] and [-inf, +inf].
struct ConfidenceSequence {
    Interval score; ///< expected points in a game, 0 to 1
    Interval elo;   ///< the same in logistic Elo; infinite where the score is 0 or 1
};

/// The expected scores that are not excluded, from raw counts, 0 < alpha < 1. A score m is excluded when a
/// capital of 1, bet on the observations as if their mean were m, has become 2 / alpha or more: the average
/// of 24 constant bets on scores above m, or of 24 on scores below it. When the mean is m, each capital is a
/// martingale. One observation is a pair; where games are counted it is a game, and the two games of a pair
/// must then be independent, or nearly so.
[[nodiscard]] ConfidenceSequence confidence_sequence(const Ptnml& pairs, double alpha) noexcept;
[[nodiscard]] ConfidenceSequence confidence_sequence(const Wld& games, double alpha) noexcept;

} // namespace sprt
