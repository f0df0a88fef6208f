#pragma once
// A sequential test: a model, a kind of test and two hypotheses in the model's Elo. What depends on these
// alone is computed once, so that judging counts costs little. Source: the headers of the models; Wald 1945
// for the SPRT; Lorden, "2-SPRT's and the modified Kiefer-Weiss problem", 1976.

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
    /// Log-likelihood ratios, in nats, of the midpoint between the hypotheses against H0 and against H1.
    std::array<double, 2> two_sprt;
    Verdict verdict; ///< by the test's kind
};

/// A value. Its functions are pure and depend on the counts alone, not on the order of the games. Nothing
/// allocates, fails or is NaN for counts up to 1e9 and bounds up to +-2000 Elo. Counts that the model does
/// not take (see Counts) are a bug of the caller.
class SequentialTest {
  public:
    /// `hypotheses` are valid: elo0 < elo1, alpha and beta as in Hypotheses, and below 1/2 for a 2-SPRT.
    SequentialTest(Model model, TestKind kind, const Hypotheses& hypotheses) noexcept;

    [[nodiscard]] Model model() const noexcept { return model_; }
    [[nodiscard]] TestKind kind() const noexcept { return kind_; }
    [[nodiscard]] const Hypotheses& hypotheses() const noexcept { return hypotheses_; }

    /// The bounds of the llr, which decide an SPRT; a 2-SPRT does not use them.
    [[nodiscard]] const Bounds& bounds() const noexcept { return bounds_; }

    /// The bounds of Evaluation::two_sprt, which decide a 2-SPRT: ln(1 / (2 alpha)) and ln(1 / (2 beta)), in
    /// nats. A first ratio at its bound or above accepts H1, a second one H0.
    [[nodiscard]] const std::array<double, 2>& two_sprt_bounds() const noexcept { return two_sprt_bounds_; }

    /// All numbers, whatever the kind of test; zeros without data. The midpoint of the 2-SPRT is that of the
    /// expected scores for pentanomial, trinomial and wald, and that of the Elo for the other models.
    [[nodiscard]] Evaluation evaluate(const Counts& counts) const noexcept;

    /// evaluate(counts).llr alone.
    [[nodiscard]] double llr(const Counts& counts) const noexcept;

    /// evaluate(counts).verdict; computes only what the verdict needs, for simulations.
    [[nodiscard]] Verdict verdict(const Counts& counts) const noexcept;

  private:
    /// For H0, H1 and the midpoint. The model says which alternative of Prepared it is.
    template<class T>
    using Points = std::array<T, 3>;
    struct WaldRatios { // H1 against H0; the midpoint against H0 and against H1
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
