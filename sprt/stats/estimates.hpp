#pragma once
// Estimates of the strength of agent 1 from counts of games or pairs, shown to people beside a verdict: those
// of a number of games that was fixed in advance, and a confidence sequence.

#include "sprt/stats/counts.hpp"
#include "sprt/stats/interval.hpp"

#include <optional>

namespace sprt {

// Estimates of a number of games that was fixed in advance. After a sequential test has stopped they are
// biased; motion/llr_motion.hpp has those.

/// Empty where undefined. elo, the ends of intervals and pairs_ratio may be infinite. A unit is a game or a
/// pair, whichever was counted.
struct Estimates {
    std::optional<double> score;       ///< mean points in a game, 0 to 1; undefined without games
    std::optional<double> elo;         ///< logistic Elo of the score; -inf or +inf at 0 or 1
    std::optional<Interval> elo_ci95;  ///< of the score's; undefined without games
    std::optional<double> nelo;        ///< normalized Elo; undefined when all units have the same score
    std::optional<Interval> nelo_ci95; ///< allows for the error of the deviation; undefined without games
    std::optional<double> los;         ///< likelihood of superiority, 0 to 1; undefined without games
    std::optional<double> draw_ratio;  ///< share of draws, or of pairs with 1 point; undefined without games
    std::optional<double> pairs_ratio; ///< pairs won / pairs lost; undefined for games and without either
};

/// From this number of telling units on the intervals begin to pass to those of the normal distribution; from
/// twice as many on they are those. Telling units: the number of units that would vary as much as those that
/// were seen if each differed from the mean as far as it can.
inline constexpr double kTellingUnits = 100;

/// Each game counts as one observation, variance with divisor n. The intervals hold the truth with
/// probability 0.95 or more however few the units are, by the bounds of mean_bound.hpp, which need no
/// variance. Of many they are those of the normal distribution: score -+ 1.96 standard errors, and LOS, as in
/// fishtest's stat_util; normalized Elo and its interval as in Van den Bergh, "Normalized Elo".
[[nodiscard]] Estimates estimate(const Wld& games) noexcept;

/// Each pair counts as one observation, so the estimates are right also when openings favour one side. The
/// normalized Elo is that of a game, whose standard deviation is sqrt(2) times that of a pair's mean score.
[[nodiscard]] Estimates estimate(const Ptnml& pairs) noexcept;

/// The fields `elo` and `draw_ratio` of the estimates, without the work of the others.
[[nodiscard]] std::optional<double> elo_of(const Wld& games) noexcept;
[[nodiscard]] std::optional<double> elo_of(const Ptnml& pairs) noexcept;
[[nodiscard]] std::optional<double> draw_ratio(const Wld& games) noexcept;

/// How far openings favour one side, in Elo: the root mean square of what the opening adds to the score of a
/// game. Source: fishtest, "RMS bias"; the interval: docs/statistics.md, "Few games".
struct OpeningImbalance {
    double elo; ///< 0 where games do not vary more than pairs; +inf when in every pair one seat won both
    /// 0 or more; the upper end may be infinite. Absent when the two games of pairs go alike more often than
    /// independent games by any opening: then they are not independent.
    std::optional<Interval> ci95;
};

/// It is seen in that the scores of games vary more than those of pairs. Both counts are of the same games,
/// which are independent given the opening. Undefined without pairs.
[[nodiscard]] std::optional<OpeningImbalance> opening_imbalance(const Wld& games,
                                                                const Ptnml& pairs) noexcept;

// A confidence interval for the strength of agent 1 that may be looked at after every game: with probability
// 1 - alpha all the intervals of a run hold the truth. It assumes only that the expected score, given the
// past, is constant. Source: Waudby-Smith and Ramdas, "Estimating means of bounded random variables by
// betting", arXiv:2010.09686; as a mixture of constant bets, Ryu and Wornell, ICML 2024.

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
