#pragma once
// The generalized sequential probability ratio test of normalized Elo: the mean score in standard deviations
// of one game, so that bounds mean the same effort whatever the openings and the share of draws.
// Source: Van den Bergh, "Normalized Elo"; fishtest, LLRcalc.LLR_normalized.

#include "sprt/stats/counts.hpp"
#include "sprt/stats/elo.hpp"
#include "sprt/stats/verdict.hpp"

#include <numbers>

namespace sprt {

/// (mean score - 1/2) / standard deviation of one game.
[[nodiscard]] constexpr double game_t(double nelo) noexcept {
    return nelo / kNormalizedEloUnit;
}

/// The same of a pair: its score is the mean of two games, taken as independent.
[[nodiscard]] constexpr double pair_t(double nelo) noexcept {
    return std::numbers::sqrt2 * game_t(nelo);
}

/// The log-likelihood ratio of H1 against H0, in nats; the bounds of `test` are normalized Elo, finite and up
/// to 1e5. Each game is one observation. 0 without games.
[[nodiscard]] double normalized_llr(const Wld& games, const Hypotheses& test) noexcept;

/// The same; each pair is one observation. 0 without pairs.
[[nodiscard]] double normalized_llr(const Ptnml& pairs, const Hypotheses& test) noexcept;

} // namespace sprt
