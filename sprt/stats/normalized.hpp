#pragma once
// Normalized Elo: the mean score above 1/2 in standard deviations of one game. Bounds in it mean the same
// effort whatever the openings and the share of draws. The test of it fits distributions: normalized_fit.hpp.
// Source: Van den Bergh, "Normalized Elo"; fishtest, LLRcalc.LLR_normalized.

#include "sprt/stats/elo.hpp"

#include <numbers>

namespace sprt {

/// (mean score - 1/2) / standard deviation, of a game.
[[nodiscard]] constexpr double game_t(double nelo) noexcept {
    return nelo / kNormalizedEloUnit;
}

/// The same of a pair, whose score is the mean of two independent games.
[[nodiscard]] constexpr double pair_t(double nelo) noexcept {
    return std::numbers::sqrt2 * game_t(nelo);
}

} // namespace sprt
