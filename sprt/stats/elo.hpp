#pragma once
// Elo differences and expected scores; normalized Elo: the mean score above 1/2 in standard deviations of one
// game. Bounds in it mean the same effort whatever the openings and the share of draws. The test of it fits
// distributions: likelihood.hpp.
// Source: the logistic model, L(e) = 1 / (1 + 10^(-e/400)); normalized Elo: Van den Bergh, "Normalized Elo";
// fishtest, LLRcalc.LLR_normalized.

#include <cmath>
#include <numbers>

namespace sprt {

/// Normalized Elo of a mean that lies one standard deviation of a game above 1/2.
inline constexpr double kNormalizedEloUnit = 800 / std::numbers::ln10;

/// Where searches for an Elo difference end: expected scores of 1e-10 and 1 - 1e-10.
inline constexpr double kSearchedElo = 4000;

/// The expected score, 0 to 1, of a player `elo` above its opponent.
[[nodiscard]] inline double expected_score(double elo) noexcept {
    return 1 / (1 + std::pow(10, -elo / 400));
}

/// An expected score and 1 minus it: each keeps all its digits where it is close to 0.
struct ExpectedScore {
    double won;  ///< the expected score, 0 to 1
    double lost; ///< 1 - won
};

/// The score expected of a player `elo` above its opponent. 1 - L(e) is computed as L(-e).
[[nodiscard]] inline ExpectedScore score_at(double elo) noexcept {
    return {.won = expected_score(elo), .lost = expected_score(-elo)};
}

/// expected_score(high) - expected_score(low); keeps its digits where both are close to 0 or to 1.
[[nodiscard]] inline double score_gap(double low_elo, double high_elo) noexcept {
    // L(h) - L(l) = L(h) (1 - L(l)) (1 - 10^((l - h)/400))
    return expected_score(high_elo) * expected_score(-low_elo) *
           -std::expm1((low_elo - high_elo) * (std::numbers::ln10 / 400));
}

/// The Elo difference at which `score` is expected: -inf for 0 or less, +inf for 1 or more; never -0.0.
[[nodiscard]] inline double elo_of_score(double score) noexcept {
    if (score <= 0 || score >= 1) {
        return score <= 0 ? -INFINITY : INFINITY;
    }
    return -400 * std::log10(1 / score - 1) + 0.0; // turns -0.0 into 0.0
}

/// (mean score - 1/2) / standard deviation, of a game.
[[nodiscard]] constexpr double game_t(double nelo) noexcept {
    return nelo / kNormalizedEloUnit;
}

/// The same of a pair, whose score is the mean of two independent games.
[[nodiscard]] constexpr double pair_t(double nelo) noexcept {
    return std::numbers::sqrt2 * game_t(nelo);
}

} // namespace sprt
