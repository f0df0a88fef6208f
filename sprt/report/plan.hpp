#pragma once
// `sprt plan`: what a test will cost and how often it will be right, with no game played.

#include "sprt/stats/model.hpp"
#include "sprt/stats/motion/planning.hpp"
#include "sprt/stats/verdict.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <string>

namespace sprt {

/// A question as a user asks it; what the truth may be follows from the hypotheses.
struct PlanRequest {
    Hypotheses hypotheses{.elo0 = 0, .elo1 = 10}; ///< validated, in the model's Elo
    Model model = Model::Pentanomial;
    TestKind test = TestKind::Sprt;
    double draws = 0;                        ///< share of draws between equals, 0 to 1
    double bias_elo = 0;                     ///< what the opening gives to one side, of either sign
    std::optional<std::int64_t> max_games{}; ///< empty: no limit
};

/// Throws UserError, naming the flag, for draws, bias_elo or max_games that are out of range.
void validate(const PlanRequest& request);

/// What happens when agent 1 is this much stronger.
struct PlannedTruth {
    std::optional<double> true_elo;  ///< logistic, of the score; undefined where play cannot be like that
    std::optional<double> true_nelo; ///< with the model `normalized`, where the hypotheses are in it
    std::optional<Plan> plan;
    std::optional<double> p_undecided; ///< after max_games; undefined without
};

/// At elo0, half way and at elo1. These are normalized Elo for that model; for the others they are Elo of the
/// score: also for wald, whose own Elo is that of decisive games, so that it shows what draws do to it.
[[nodiscard]] std::array<PlannedTruth, 3> plan_truths(const PlanRequest& request);

/// One line of JSON; undefined or infinite numbers are null. Source of the keys: docs/commands.md.
[[nodiscard]] std::string plan_json(const PlanRequest& request);

/// The same for people.
[[nodiscard]] std::string plan_text(const PlanRequest& request);

} // namespace sprt
