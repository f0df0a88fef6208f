#pragma once
// What `sprt calc`, `sprt plan` and `sprt simulate` compute, as text and as JSON. Source: docs/commands.md.

#include "sprt/simulate/simulation.hpp"
#include "sprt/stats/estimates.hpp"
#include "sprt/stats/model.hpp"
#include "sprt/stats/motion/llr_motion.hpp"
#include "sprt/stats/sequential_test.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace sprt {

// `sprt calc`: the verdict and the estimates that follow from given counts, --wld or --ptnml.

/// The model of the counts that were given: pentanomial for --ptnml, trinomial for --wld. Throws UserError
/// when both flags or none were given.
[[nodiscard]] Model fitting_model(const std::optional<std::string>& wld,
                                  const std::optional<std::string>& ptnml);

/// The counts of the flag that was given: --wld `W,L,D` or --ptnml `LL,LD,DD,DW,WW`, whole numbers from 0 to
/// 10^9, which is as far as the statistics are tested. Throws UserError, naming the flag, when the counts are
/// not of this form, when both flags or none were given, and when `model` does not take them, see Counts.
[[nodiscard]] Counts read_counts(Model model, const std::optional<std::string>& wld,
                                 const std::optional<std::string>& ptnml);

/// All that follows from counts.
struct Calculation {
    Evaluation evaluation{}; ///< zeros without a test
    Estimates estimates;
    ConfidenceSequence anytime;          ///< with alpha 0.05
    std::optional<Forecast> forecast{};  ///< its units are games; see calculate()
    std::optional<PostSprt> post_sprt{}; ///< after the verdict; see calculate()
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

// `sprt plan`: how many games a test will take and how often its verdict will be right.

/// What a user asks. The true strengths follow from the hypotheses, see plan_truths().
struct PlanRequest {
    Hypotheses hypotheses{.elo0 = 0, .elo1 = 10}; ///< validated, in the model's Elo
    Model model = Model::Pentanomial;
    double draws = 0;                        ///< share of draws between equals, 0 to 1
    double bias_elo = 0;                     ///< by how much the opening favours one side, of either sign
    std::optional<std::int64_t> max_games{}; ///< empty: no limit
};

/// Throws UserError, naming the flag, for draws, bias_elo or max_games that are out of range.
void validate(const PlanRequest& request);

/// The plan for one true strength of agent 1.
struct PlannedTruth {
    std::optional<double> true_elo;  ///< logistic, of the score; undefined where no strength has true_nelo
    std::optional<double> true_nelo; ///< for the model normalized alone
    std::optional<Plan> plan;
    std::optional<double> p_undecided; ///< after max_games; undefined without that
};

/// The plans at elo0, half way and at elo1. These are normalized Elo for the model normalized, and the Elo of
/// the score for the others. This holds for wald too, whose hypotheses are the Elo of decisive games: so the
/// plans show the effect of draws on its error rates.
[[nodiscard]] std::array<PlannedTruth, 3> plan_truths(const PlanRequest& request);

/// One line of JSON; undefined or infinite numbers are null. Source of the keys: docs/commands.md.
[[nodiscard]] std::string plan_json(const PlanRequest& request);

/// The same as text for people.
[[nodiscard]] std::string plan_text(const PlanRequest& request);

// `sprt simulate`: a report of simulated runs.

/// What a user asks for.
struct SimulationRequest {
    SimulatedMatch match;
    GameModel model;
    std::int64_t runs = 0;
    std::uint64_t seed = 0;
};

/// Throws UserError, naming the flag, when the number of runs or the model of the games is out of range.
void validate(const SimulationRequest& request);

/// One line of JSON. Source of the keys: docs/commands.md.
[[nodiscard]] std::string simulation_json(const SimulationRequest& request, const SimulatedRuns& runs);

/// The same as text for people.
[[nodiscard]] std::string simulation_text(const SimulationRequest& request, const SimulatedRuns& runs);

// Of tunings: a row for each number of parameters and each number of games.

struct TuningSimulationRequest {
    std::vector<std::int64_t> params;  ///< numbers of them; at least one
    std::vector<std::int64_t> games;   ///< numbers of them; at least one
    std::optional<std::int64_t> lag{}; ///< empty: as usual for so many pairs
    double win_elo = 30;
    double draws = 0.5;
    std::int64_t runs = 0; ///< for each row
    std::uint64_t seed = 0;
};

/// Throws UserError, naming the flag, for a number that is out of range.
void validate(const TuningSimulationRequest& request);

[[nodiscard]] std::vector<TuningModel> models_of(const TuningSimulationRequest& request);

/// One line of JSON. `rows`: what came of models_of(). Source of the keys: docs/commands.md.
[[nodiscard]] std::string tuning_simulation_json(const TuningSimulationRequest& request,
                                                 const std::vector<SimulatedTunings>& rows);

// The same as text for people: what stands above the rows, and each row.

[[nodiscard]] std::string tuning_simulation_head(const TuningSimulationRequest& request);
[[nodiscard]] std::string tuning_simulation_row(const TuningModel& model, const SimulatedTunings& row);

} // namespace sprt
