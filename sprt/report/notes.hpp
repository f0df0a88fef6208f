#pragma once
// What a run says about its openings and its limit of games.

#include "sprt/config/run_plan.hpp"
#include "sprt/schedule/openings.hpp"

#include <string>

namespace sprt {

/// Before the first game: lines about the openings, and what happens when they are used up; about the limit
/// of games, and how probable it is that it ends the run without a decision. Nothing for runs in the
/// articles' form (wald, repeats counted), whose transcripts have no such lines.
[[nodiscard]] std::string start_notes(const RunPlan& plan, const OpeningsFacts& openings);

/// Behind the result of a run in the articles' form: the line about the openings, when there are any.
[[nodiscard]] std::string end_notes(const RunPlan& plan, const OpeningsFacts& openings);

} // namespace sprt
