#pragma once
// The articles' model: decisive games are Bernoulli trials whose chance is the expected score, and draws are
// ignored. Its Elo is that of decisive games, about elo / (1 - share of draws).
// Source: Wald 1945, the binomial case; the article "Advanced Game Search Algorithms (1)".

#include "sprt/stats/counts.hpp"
#include "sprt/stats/elo.hpp"
#include "sprt/stats/verdict.hpp"

namespace sprt {

/// What one game adds to the log-likelihood ratio, in nats. A draw adds 0.
struct WaldUpdates {
    double win;  ///< ln(p1 / p0), above 0
    double loss; ///< ln((1 - p1) / (1 - p0)), below 0
};

/// For the Elo of `test`.
[[nodiscard]] WaldUpdates wald_updates(const Hypotheses& test) noexcept;

/// The log-likelihood ratio of H1 against H0, in nats; 0 without decisive games.
[[nodiscard]] double wald_llr(const Wld& games, const WaldUpdates& updates) noexcept;

} // namespace sprt
