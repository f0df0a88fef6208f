#pragma once
// A sequential test: a model and two hypotheses in the model's Elo. The two models whose log-likelihood ratio
// has a formula, Wald's and BayesElo's, stand here; those that fit distributions stand on likelihood.hpp.
// Source: Wald, "Sequential tests of statistical hypotheses", 1945; the comments of the models.

#include "sprt/stats/counts.hpp"
#include "sprt/stats/likelihood.hpp"
#include "sprt/stats/model.hpp"

#include <array>
#include <variant>

namespace sprt {

// The articles' model: decisive games are Bernoulli trials whose chance is the expected score, and draws are
// ignored. Its Elo is that of decisive games, about elo / (1 - share of draws).
// Source: Wald 1945, the binomial case; the article "Advanced Game Search Algorithms (1)".

/// What one game adds to the log-likelihood ratio, in nats. A draw adds 0.
struct WaldUpdates {
    double win;  ///< ln(p1 / p0), above 0
    double loss; ///< ln((1 - p1) / (1 - p0)), below 0
};

/// For the Elo of `test`.
[[nodiscard]] WaldUpdates wald_updates(const Hypotheses& test) noexcept;

/// The log-likelihood ratio of H1 against H0, in nats; 0 without decisive games.
[[nodiscard]] double wald_llr(const Wld& games, const WaldUpdates& updates) noexcept;

// The model BayesElo: the chances of wins, losses and draws follow from a difference in strength and from a
// draw Elo that is fitted to the games: P_W = 1 / (1 + 10^((draw Elo - Elo)/400)), P_L the same of -Elo.
// Source: Coulom, BayesElo. As cutechess tests it: cutechess-cli, projects/lib/src/sprt.cpp. As fastchess
// does (its model `bayesian`): SPRT::getLLR and bayeseloToScore in its matchmaking/sprt/sprt.cpp. Draws alone
// accept H0 early (after 14 games for [0, 50]), because the draw Elo grows with them.

/// The log-likelihood ratio of Elo `elo1` against `elo0`, in nats, for finite Elo. Close to 0 Elo the scale
/// is that of logistic Elo. As in cutechess, half a game of each kind is added; without games the ratio is 0.
[[nodiscard]] double bayeselo_llr(const Wld& games, double elo0, double elo1) noexcept;

/// The draw Elo of these games, with kEmptyClass for each 0 as in fishtest; fastchess has no ratio before a
/// win and a loss. 0 without games.
[[nodiscard]] double draw_elo(const Wld& games) noexcept;

/// That of games with these chances; not finite where games are never won, or never lost.
[[nodiscard]] double draw_elo_of(const GameChances& game) noexcept;

/// The expected score at a BayesElo of `elo`: the hypotheses of fastchess's model, which are then tested as
/// those of the trinomial model are.
[[nodiscard]] ExpectedScore bayeselo_score(double elo, double draw_elo) noexcept;

/// The logistic Elo of that score. With a draw Elo of 0, no draws, it is `elo`.
[[nodiscard]] double elo_of_bayeselo(double elo, double draw_elo) noexcept;

// The test of any model. What depends on model and hypotheses alone is computed once, so that judging counts
// costs little.

/// What a test says of counts.
struct Evaluation {
    double llr; ///< of H1 against H0, in nats
    Verdict verdict;
};

/// A value. Its functions are pure and depend on the counts alone, not on the order of the games. Nothing
/// allocates, fails or is NaN for counts up to 1e9 and bounds up to +-2000 Elo. Counts that the model does
/// not take (see Counts) are a bug of the caller.
class SequentialTest {
  public:
    /// `hypotheses` are valid: elo0 < elo1, alpha and beta as in Hypotheses.
    SequentialTest(Model model, const Hypotheses& hypotheses) noexcept;

    [[nodiscard]] Model model() const noexcept { return model_; }
    [[nodiscard]] const Hypotheses& hypotheses() const noexcept { return hypotheses_; }

    [[nodiscard]] const Bounds& bounds() const noexcept { return bounds_; }

    /// The log-likelihood ratio of H1 against H0, in nats; 0 without data.
    [[nodiscard]] double llr(const Counts& counts) const noexcept;

    /// The llr and its verdict.
    [[nodiscard]] Evaluation evaluate(const Counts& counts) const noexcept;

  private:
    /// For H0 and H1. The model says which alternative of Prepared it is.
    template<class T>
    using Points = std::array<T, 2>;
    using Prepared = std::variant<Points<Constraint<5>>, Points<Constraint<3>>, WaldUpdates, Points<double>>;

    [[nodiscard]] static Prepared prepare(Model model, const Hypotheses& hypotheses) noexcept;

    Model model_;
    Hypotheses hypotheses_;
    Bounds bounds_;
    Prepared prepared_;
};

} // namespace sprt
