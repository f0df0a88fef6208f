#pragma once
// What counts of games or pairs say about the strength of agent 1, for people to read beside a verdict.
// They assume a fixed number of games: after a test that stopped by its own result they are biased, and
// post_sprt.hpp is right.

#include "sprt/stats/counts.hpp"

#include <array>
#include <optional>

namespace sprt {

/// Empty where undefined; elo, the ends of intervals and the ratio of pairs may be infinite.
struct Estimates {
    std::optional<double> score; ///< mean points a game, 0 to 1; undefined without games
    std::optional<double> elo;   ///< logistic Elo of the score; -inf or +inf at 0 or 1
    std::optional<std::array<double, 2>>
        elo_ci95;               ///< of score -+ 1.96 standard errors; undefined when elo is infinite
    std::optional<double> nelo; ///< normalized Elo; undefined when all units ended alike
    std::optional<std::array<double, 2>>
        nelo_ci95;             ///< with the noise of the standard deviation itself; undefined with nelo
    std::optional<double> los; ///< likelihood of superiority, 0 to 1; undefined without games
    std::optional<double> draw_ratio;  ///< share of draws, or of pairs with 1 point; undefined without games
    std::optional<double> pairs_ratio; ///< pairs won / pairs lost; undefined for games and without either
};

/// Each game counts as one observation, variance with divisor n.
/// Source: Elo, its interval and LOS as in fishtest's stat_util; normalized Elo and its interval: Van den
/// Bergh, "Normalized Elo".
[[nodiscard]] Estimates estimate(const Wld& games) noexcept;

/// The same, but each pair counts as one observation: right also when the opening favours one side. The
/// normalized Elo is that of a game, whose standard deviation is sqrt(2) times that of a pair's mean score.
[[nodiscard]] Estimates estimate(const Ptnml& pairs) noexcept;

/// How far the openings favour one side, in Elo: the root mean square of what the opening adds to a game's
/// score, which makes games vary more than pairs do. 0 when no more than chance shows, +inf when every pair
/// was won by the same seat. Both counts are of the same games. Undefined without pairs.
/// Source: fishtest, "RMS bias".
[[nodiscard]] std::optional<double> opening_imbalance_elo(const Wld& games, const Ptnml& pairs) noexcept;

} // namespace sprt
