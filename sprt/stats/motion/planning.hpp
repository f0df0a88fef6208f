#pragma once
// The cost of a test before any game is played: the expected number of games, its quantiles and the error
// rates at a given true strength, under the model of play_model.hpp. Source: Siegmund, "Sequential Analysis",
// 1985, chapters III.5 and X: the log-likelihood ratio is taken for Brownian motion, and the bounds are moved
// outwards by 0.583 standard deviations of what is added between two looks, to allow for the overshoot.

#include "sprt/stats/model.hpp"

#include <optional>

namespace sprt {

struct PlanQuestion {
    Hypotheses hypotheses{}; ///< in the model's Elo
    Model model = Model::Pentanomial;
    double true_elo = 0; ///< logistic, of the score of pairs
    double draws = 0;    ///< share of draws between equals, 0 to 1
    double bias_elo = 0; ///< by how much the opening favours one side
};

struct Plan {
    double p_h1;         ///< the probability that H1 is accepted, without a limit on games
    double games;        ///< the expected number
    double games_median; ///< half of all runs take no more
    double games_q95;    ///< 95 of 100 runs take no more
};

/// Within 4 % of simulated runs for wald, trinomial and pentanomial with hypotheses 5 to 50 Elo apart.
/// Bayeselo is planned as trinomial: up to 50 Elo their drifts differ by less than 2 %. nullopt where the
/// test would never end or is not defined: no decisive games (wald), all scores the same, or elo0 and elo1
/// the same score in double precision.
[[nodiscard]] std::optional<Plan> plan(const PlanQuestion& question);

/// The probability that the test has no verdict after `games` games; nullopt where plan() is.
[[nodiscard]] std::optional<double> undecided_after(const PlanQuestion& question, double games);

} // namespace sprt
