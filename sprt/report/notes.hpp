#pragma once
// The lines of a transcript about openings and the limit of games.

#include "sprt/config/run_plan.hpp"
#include "sprt/schedule/openings.hpp"

#include <string>

namespace sprt {

/// The lines before the first game. They name the openings and what happens when the openings are used up,
/// then the limit of games and the probability that the limit ends the run without a decision. Empty for runs
/// in the form of the articles (model wald, repeats counted), whose transcripts have no such lines.
[[nodiscard]] std::string start_notes(const RunPlan& plan, const OpeningsFacts& openings);

/// The line about the openings after the result of a run in the form of the articles. Empty for other runs
/// and when all games begin at the start.
[[nodiscard]] std::string end_notes(const RunPlan& plan, const OpeningsFacts& openings);

} // namespace sprt
