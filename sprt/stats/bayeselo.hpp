#pragma once
// The model BayesElo: the chances of wins, losses and draws follow from a difference in strength and from a
// draw Elo that is fitted to the games: P_W = 1 / (1 + 10^((draw Elo - Elo)/400)), P_L the same of -Elo.
// Source: Coulom, BayesElo. As cutechess tests it: cutechess-cli, projects/lib/src/sprt.cpp. As fastchess
// does (its model `bayesian`): SPRT::getLLR and bayeseloToScore in its matchmaking/sprt/sprt.cpp. Draws alone
// accept H0 early (after 14 games for [0, 50]), because the draw Elo grows with them.

#include "sprt/stats/counts.hpp"
#include "sprt/stats/elo.hpp"

namespace sprt {

/// The log-likelihood ratio of Elo `elo1` against `elo0`, in nats, for finite Elo. Close to 0 Elo the scale
/// is that of logistic Elo. As in cutechess, half a game of each kind is added; without games the ratio is 0.
[[nodiscard]] double bayeselo_llr(const Wld& games, double elo0, double elo1) noexcept;

/// The draw Elo of these games, with kEmptyClass for each 0 as in fishtest; fastchess has no ratio before a
/// win and a loss. 0 without games.
[[nodiscard]] double draw_elo(const Wld& games) noexcept;

/// The expected score at a BayesElo of `elo`: the hypotheses of fastchess's model, which are then tested as
/// those of the trinomial model are.
[[nodiscard]] Score bayeselo_score(double elo, double draw_elo) noexcept;

/// The logistic Elo of that score. With a draw Elo of 0, no draws, it is `elo`.
[[nodiscard]] double elo_of_bayeselo(double elo, double draw_elo) noexcept;

} // namespace sprt
