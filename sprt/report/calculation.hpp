#pragma once
// `sprt calc`: the verdict and the estimates that follow from given counts.

#include "sprt/stats/estimates.hpp"
#include "sprt/stats/model.hpp"
#include "sprt/stats/motion/forecast.hpp"
#include "sprt/stats/motion/llr_motion.hpp"
#include "sprt/stats/sequential_test.hpp"

#include <optional>
#include <string>

namespace sprt {

// The flags that give counts: --wld and --ptnml.

/// The model of the counts that were given: pentanomial for --ptnml, trinomial for --wld. Throws UserError
/// when both flags or none were given.
[[nodiscard]] Model fitting_model(const std::optional<std::string>& wld,
                                  const std::optional<std::string>& ptnml);

/// The counts of the flag that was given: --wld `W,L,D` or --ptnml `LL,LD,DD,DW,WW`, whole numbers from 0 to
/// 10^9, which is as far as the statistics are tested. Throws UserError, naming the flag, when the counts are
/// not of this form, when both flags or none were given, and when `model` does not take them, see Counts.
[[nodiscard]] Counts read_counts(Model model, const std::optional<std::string>& wld,
                                 const std::optional<std::string>& ptnml);

/// All that follows from counts. A unit is a pair or a game, whichever was counted.
struct Calculation {
    Evaluation evaluation; ///< zeros without a test
    Estimates estimates;
    ConfidenceSequence anytime;        ///< with alpha 0.05
    std::optional<Forecast> forecast;  ///< see calculate()
    std::optional<PostSprt> post_sprt; ///< after the verdict; see calculate()
    double games_per_unit;             ///< 2 for pairs, 1 for games
};

/// Pure. `counts` are such as the model takes, see Counts. After a verdict the forecast has p_h1 0 or 1 and
/// nothing left, and post_sprt is defined; before a verdict post_sprt is undefined. post_sprt takes bayeselo
/// for logistic Elo.
[[nodiscard]] Calculation calculate(const SequentialTest& test, const Counts& counts);
/// The part that needs no test.
[[nodiscard]] Calculation calculate(const Counts& counts);

/// Elo of the score and the interval that holds at any time, as in calculate(), without the rest.
struct EloSoFar {
    std::optional<double> elo; ///< undefined without games; may be infinite
    Interval anytime;          ///< 95 %; its ends may be infinite
};
[[nodiscard]] EloSoFar elo_so_far(const Counts& counts);

/// One line of JSON; undefined or infinite numbers are null. `result`: of calculate() by `test`. Source of
/// the keys: docs/commands.md.
[[nodiscard]] std::string calculation_json(const SequentialTest& test, const Calculation& result);
[[nodiscard]] inline std::string calculation_json(const SequentialTest& test, const Counts& counts) {
    return calculation_json(test, calculate(test, counts));
}

/// The same as text for people, and which of the intervals is valid.
[[nodiscard]] std::string calculation_text(const SequentialTest& test, const Counts& counts);

/// `sprt, wald, Elo [0, 50], alpha 0.05, beta 0.05`.
[[nodiscard]] std::string test_text(Model model, const Hypotheses& hypotheses);

} // namespace sprt
