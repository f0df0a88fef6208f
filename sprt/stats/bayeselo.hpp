#pragma once
// The model BayesElo as cutechess tests it: the chances of wins, losses and draws follow from a difference in
// strength and from a draw Elo that is fitted to the games.
// Source: Coulom, BayesElo; cutechess-cli, projects/lib/src/sprt.cpp.
// Draws alone accept H0 early (after 14 games for [0, 50]), because the draw Elo grows with them.

#include "sprt/stats/counts.hpp"

namespace sprt {

/// The log-likelihood ratio of Elo `elo1` against `elo0`, in nats, for finite Elo. Close to 0 Elo the scale
/// is that of logistic Elo. As in cutechess, half a game of each kind is added; without games the ratio is 0.
[[nodiscard]] double bayeselo_llr(const Wld& games, double elo0, double elo1) noexcept;

} // namespace sprt
