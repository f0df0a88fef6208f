#pragma once
// Estimates of the strength of agent 1 from counts of games or pairs, shown to people beside a verdict.
// They assume that the number of games was fixed in advance. After a sequential test has stopped they are
// biased; motion/post_sprt.hpp is for that.

#include "sprt/stats/counts.hpp"
#include "sprt/stats/interval.hpp"

#include <optional>

namespace sprt {

/// Empty where undefined. elo, the ends of intervals and pairs_ratio may be infinite. A unit is a game or a
/// pair, whichever was counted.
struct Estimates {
    std::optional<double> score;      ///< mean points in a game, 0 to 1; undefined without games
    std::optional<double> elo;        ///< logistic Elo of the score; -inf or +inf at 0 or 1
    std::optional<Interval> elo_ci95; ///< of score -+ 1.96 standard errors; undefined when elo is infinite
    std::optional<double> nelo;       ///< normalized Elo; undefined when all units have the same score
    std::optional<Interval>
        nelo_ci95;                    ///< allows for the error of the standard deviation; undefined with nelo
    std::optional<double> los;        ///< likelihood of superiority, 0 to 1; undefined without games
    std::optional<double> draw_ratio; ///< share of draws, or of pairs with 1 point; undefined without games
    std::optional<double> pairs_ratio; ///< pairs won / pairs lost; undefined for games and without either
};

/// Each game counts as one observation, variance with divisor n.
/// Source: Elo, its interval and LOS as in fishtest's stat_util; normalized Elo and its interval: Van den
/// Bergh, "Normalized Elo".
[[nodiscard]] Estimates estimate(const Wld& games) noexcept;

/// Each pair counts as one observation, so the estimates are right also when openings favour one side. The
/// normalized Elo is that of a game, whose standard deviation is sqrt(2) times that of a pair's mean score.
[[nodiscard]] Estimates estimate(const Ptnml& pairs) noexcept;

/// How far openings favour one side, in Elo: the root mean square of what the opening adds to the score of a
/// game. It is seen in that the scores of games vary more than those of pairs. 0 when they do not, +inf when
/// in every pair one seat won both games. Both counts are of the same games. Undefined without pairs.
/// Source: fishtest, "RMS bias".
[[nodiscard]] std::optional<double> opening_imbalance_elo(const Wld& games, const Ptnml& pairs) noexcept;

} // namespace sprt
