#pragma once
// What counts of games say about the strength of agent 1, for people to read beside a verdict.
// They assume a fixed number of games: after a test that stopped by its own result they are biased.

#include "sprt/stats/counts.hpp"

#include <array>
#include <optional>

namespace sprt {

/// Empty where undefined; elo may be infinite.
struct Estimates {
    std::optional<double> score; ///< mean points a game, 0 to 1; undefined without games
    std::optional<double> elo;   ///< logistic Elo of the score; -inf or +inf at 0 or 1
    std::optional<std::array<double, 2>>
        elo_ci95;               ///< of score -+ 1.96 standard errors; undefined when elo is infinite
    std::optional<double> nelo; ///< normalized Elo; undefined when all games ended alike
    std::optional<double> los;  ///< likelihood of superiority, 0 to 1; undefined without games
};

/// Each game counts as one observation, variance with divisor n.
/// Source: Elo, its interval and LOS as in fishtest's stat_util; normalized Elo: Van den Bergh, "Normalized
/// Elo".
[[nodiscard]] Estimates estimate(const Wld& games) noexcept;

} // namespace sprt
