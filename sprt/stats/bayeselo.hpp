#pragma once
// BayesElo as cutechess tests it: wins, losses and draws follow from a difference in strength and from a
// draw Elo that is fitted to the games.
// Source: Coulom, BayesElo; cutechess-cli, projects/lib/src/sprt.cpp.
// "All draws" count as overwhelming evidence for H0 (14 games for [0, 50]): the draw Elo grows with them.

#include "sprt/stats/counts.hpp"
#include "sprt/stats/verdict.hpp"

namespace sprt {

/// The log-likelihood ratio of Elo `elo1` against `elo0`, in nats, for finite Elo. Close to 0 Elo the scale
/// is that of logistic Elo. Half a game of each kind is added, as there; but 0 without games.
[[nodiscard]] double bayeselo_llr(const Wld& games, double elo0, double elo1) noexcept;
[[nodiscard]] double bayeselo_llr(const Wld& games, const Hypotheses& test) noexcept;

} // namespace sprt
