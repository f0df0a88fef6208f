#pragma once
// What a test will cost, before any game is played: expected games, quantiles and error rates at a true
// strength, under play_model.hpp.
// Source: the log-likelihood ratio as Brownian motion, with the bounds moved outwards by 0.583 standard
// deviations of one look for the overshoot: Siegmund, "Sequential Analysis", 1985, chapters III.5 and X.

#include "sprt/stats/model.hpp"
#include "sprt/stats/verdict.hpp"

#include <optional>

namespace sprt {

struct PlanQuestion {
    Hypotheses hypotheses{}; ///< in the model's Elo
    Model model = Model::Pentanomial;
    TestKind test = TestKind::Sprt;
    double true_elo = 0; ///< logistic, of the score of pairs
    double draws = 0;    ///< share of draws between equals, 0 to 1
    double bias_elo = 0; ///< what the opening gives to one side
};

struct Plan {
    double p_h1;         ///< the probability that H1 is accepted, without a limit on games
    double games;        ///< expected number
    double games_median; ///< half of all runs take no more
    double games_q95;    ///< 95 of 100 runs take no more
};

/// Within 4 % of simulated play for wald, trinomial and pentanomial, hypotheses 5 to 50 Elo apart (2-SPRT: 7
/// %); bayeselo is taken for trinomial, which its drift equals within 2 % up to 50 Elo. Deterministic, below
/// 20 ms. nullopt where the model has nothing to go on: no decisive games (wald), no spread of scores, elo0
/// and elo1 the same score in double precision, or a 2-SPRT with alpha or beta of 1/2 or more.
[[nodiscard]] std::optional<Plan> plan(const PlanQuestion& question);

/// The probability that the test has not decided after `games` games.
[[nodiscard]] std::optional<double> undecided_after(const PlanQuestion& question, double games);

} // namespace sprt
