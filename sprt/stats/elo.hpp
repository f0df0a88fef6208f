#pragma once
// Elo differences and expected scores.
// Source: the logistic model, L(e) = 1 / (1 + 10^(-e/400)).

#include <cmath>

namespace sprt {

/// The expected score, 0 to 1, of a player `elo` above its opponent.
[[nodiscard]] inline double expected_score(double elo) noexcept {
    return 1 / (1 + std::pow(10, -elo / 400));
}

/// An expected score and what it lacks to 1, both with all their digits also where one is close to 1.
struct Score {
    double won;
    double lost;
};

/// 1 - L(e) is L(-e), without the cancellation.
[[nodiscard]] inline Score score_at(double elo) noexcept {
    return {.won = expected_score(elo), .lost = expected_score(-elo)};
}

[[nodiscard]] constexpr Score midpoint(const Score& a, const Score& b) noexcept {
    return {.won = (a.won + b.won) / 2, .lost = (a.lost + b.lost) / 2};
}

/// The Elo difference at which `score` is expected: -inf at 0 or below, +inf at 1 or above.
[[nodiscard]] inline double elo_of_score(double score) noexcept {
    if (score <= 0 || score >= 1) {
        return score <= 0 ? -INFINITY : INFINITY;
    }
    return -400 * std::log10(1 / score - 1) + 0.0; // + 0.0: no -0.0
}

} // namespace sprt
