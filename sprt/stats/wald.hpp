#pragma once
// The articles' model: each decisive game is a coin thrown with the expected score; draws say nothing.
// Source: Wald 1945, the binomial case; the article "Advanced Game Search Algorithms (1)".
// What it tests is the Elo of decisive games, about elo / (1 - share of draws).

#include "sprt/stats/counts.hpp"
#include "sprt/stats/elo.hpp"
#include "sprt/stats/verdict.hpp"

namespace sprt {

/// What one game adds to the log-likelihood ratio, in nats. A draw adds 0.
struct WaldUpdates {
    double win;  ///< ln(p1 / p0), above 0
    double loss; ///< ln((1 - p1) / (1 - p0)), below 0
};

[[nodiscard]] WaldUpdates wald_updates(const Hypotheses& test) noexcept;

/// The same for expected scores in place of Elo.
[[nodiscard]] WaldUpdates wald_updates(const Score& score0, const Score& score1) noexcept;

/// The log-likelihood ratio of H1 against H0, in nats, from the counts alone: the same counts give the same
/// answer in whatever order they came. 0 without decisive games.
[[nodiscard]] double wald_llr(const Wld& games, const Hypotheses& test) noexcept;
[[nodiscard]] double wald_llr(const Wld& games, const WaldUpdates& updates) noexcept;

} // namespace sprt
