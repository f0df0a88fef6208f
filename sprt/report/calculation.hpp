#pragma once
// `sprt calc`: what counts mean, with no game played.

#include "sprt/stats/confidence_sequence.hpp"
#include "sprt/stats/estimates.hpp"
#include "sprt/stats/motion/forecast.hpp"
#include "sprt/stats/motion/post_sprt.hpp"
#include "sprt/stats/sequential_test.hpp"

#include <optional>
#include <string>

namespace sprt {

/// All that is known from counts. Units are pairs or games, like the counts.
struct Calculation {
    Evaluation evaluation;
    Estimates estimates;
    ConfidenceSequence anytime;       ///< with alpha 0.05
    std::optional<Forecast> forecast; ///< undefined before the verdict of a 2-SPRT, see calculate
    std::optional<PostSprt> post_sprt;
    double games_per_unit;
};

/// Pure. The forecast and the estimate after the verdict are those of an SPRT: with a 2-SPRT the forecast is
/// undefined until there is a verdict (then it says 0 or 1 and nothing left), and post_sprt always. post_sprt
/// is undefined also before a verdict, when it would be wrong. Both take bayeselo's scale for that of
/// logistic Elo.
[[nodiscard]] Calculation calculate(const SequentialTest& test, const Counts& counts);

/// One line of JSON; undefined or infinite numbers are null. Source of the keys: docs/commands.md.
[[nodiscard]] std::string calculation_json(const SequentialTest& test, const Counts& counts);

/// The same for people, and which interval to trust.
[[nodiscard]] std::string calculation_text(const SequentialTest& test, const Counts& counts);

/// `sprt, wald, Elo [0, 50], alpha 0.05, beta 0.05`.
[[nodiscard]] std::string test_text(Model model, TestKind kind, const Hypotheses& hypotheses);

} // namespace sprt
