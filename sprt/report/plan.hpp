#pragma once
// `sprt plan`: how many games a test will take and how often its verdict will be right.

#include "sprt/stats/model.hpp"
#include "sprt/stats/motion/llr_motion.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <string>

namespace sprt {

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

} // namespace sprt
