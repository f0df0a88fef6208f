#pragma once
// The lines of a transcript about openings and the limit of games.

#include "sprt/config/run_plan.hpp"
#include "sprt/schedule/openings.hpp"

#include <optional>
#include <string>

namespace sprt {

/// Which agents do not offer OPENING, so that all games begin at the start; empty: that is not known yet.
using Lacking = std::optional<referee::PerPlayer<bool>>;

/// `4 at once`, or that workers play the games.
[[nodiscard]] std::string played_where(const RemotePlan& remote, const PlayPlan& play);

/// The lines before the first game. They name the openings and what happens when the openings are used up,
/// then the limit of games and the probability that the limit ends the run without a decision. Empty for runs
/// in the form of the articles (model wald, repeats counted), whose transcripts have no such lines.
[[nodiscard]] std::string start_notes(const RunPlan& plan, const OpeningsFacts& openings,
                                      const Lacking& lacking);

/// The line about the openings after the result of a run in the form of the articles. Empty for other runs
/// and when all games begin at the start.
[[nodiscard]] std::string end_notes(const RunPlan& plan, const OpeningsFacts& openings,
                                    const Lacking& lacking);

} // namespace sprt
