#pragma once
// A sequential test that is ready to be asked: a model, a kind of test and two hypotheses in the model's Elo.
// What depends on these alone is computed once, so that asking costs little. Source: for the models, their
// headers; Wald 1945 for the SPRT; Lorden, "2-SPRT's and the modified Kiefer-Weiss problem", 1976.

#include "sprt/stats/gsprt.hpp"
#include "sprt/stats/model.hpp"
#include "sprt/stats/verdict.hpp"
#include "sprt/stats/wald.hpp"

#include <array>
#include <variant>

namespace sprt {

struct Evaluation {
    double llr; ///< of H1 against H0, in nats
    /// Log-likelihood ratios, in nats, of the midpoint between the hypotheses against H0 and against H1.
    std::array<double, 2> two_sprt;
    Verdict verdict; ///< by the kind of test
};

/// A value. Pure: the same counts give the same answer, in whatever order they came. Nothing allocates, fails
/// or is ever NaN for counts up to 1e9 and bounds up to +-2000 Elo. Counts that the model cannot take (see
/// Counts) are a bug of the caller.
class SequentialTest {
  public:
    /// `hypotheses` were validated: elo0 < elo1, alpha and beta as Hypotheses says, and for 2sprt below 1/2.
    SequentialTest(Model model, TestKind kind, const Hypotheses& hypotheses) noexcept;

    [[nodiscard]] Model model() const noexcept { return model_; }
    [[nodiscard]] TestKind kind() const noexcept { return kind_; }
    [[nodiscard]] const Hypotheses& hypotheses() const noexcept { return hypotheses_; }

    /// Where the llr decides an SPRT. A 2-SPRT does not look at them.
    [[nodiscard]] const Bounds& bounds() const noexcept { return bounds_; }

    /// Where Evaluation::two_sprt decides a 2-SPRT: [0] reached is H1, [1] reached is H0. ln(1 / (2 alpha))
    /// and ln(1 / (2 beta)), in nats.
    [[nodiscard]] const std::array<double, 2>& two_sprt_bounds() const noexcept { return two_sprt_bounds_; }

    /// All numbers, whatever the kind of test. The midpoint of the 2-SPRT is that of the expected scores for
    /// pentanomial, trinomial and wald, and that of the Elo for normalized and bayeselo. Zeros without data.
    [[nodiscard]] Evaluation evaluate(const Counts& counts) const noexcept;

    /// evaluate().verdict, computing no more than that takes: for simulations.
    [[nodiscard]] Verdict verdict(const Counts& counts) const noexcept;

  private:
    /// For H0, H1 and the midpoint; which alternative follows from the model.
    template<class T>
    using Points = std::array<T, 3>;
    struct WaldRatios { // H1 against H0, the midpoint against either
        WaldUpdates llr;
        std::array<WaldUpdates, 2> two_sprt;
    };
    using Prepared = std::variant<Points<Constraint<5>>, Points<Constraint<3>>, WaldRatios, Points<double>>;

    [[nodiscard]] static Prepared prepare(Model model, const Hypotheses& hypotheses) noexcept;
    [[nodiscard]] Evaluation ratios(const Counts& counts, bool with_midpoint) const noexcept;
    [[nodiscard]] Verdict verdict(const Evaluation& evaluation) const noexcept;

    Model model_;
    TestKind kind_;
    Hypotheses hypotheses_;
    Bounds bounds_;
    std::array<double, 2> two_sprt_bounds_;
    Prepared prepared_;
};

} // namespace sprt
