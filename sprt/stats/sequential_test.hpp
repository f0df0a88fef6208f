#pragma once
// A sequential test: a model and two hypotheses in the model's Elo. What depends on these alone is computed
// once, so that judging counts costs little. Source: the headers of the models; Wald 1945.

#include "sprt/stats/gsprt.hpp"
#include "sprt/stats/model.hpp"
#include "sprt/stats/verdict.hpp"
#include "sprt/stats/wald.hpp"

#include <array>
#include <variant>

namespace sprt {

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

    /// The bounds of the llr.
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
