#pragma once
// What was played or counted, reported: a tournament, ratings from counts, and rules of adjudication for a
// run that was played out. Nothing is played. Source: docs/tournaments.md; docs/commands.md.

#include "referee/base/console.hpp"
#include "sprt/command/flags.hpp"

#include <string>

namespace sprt {

/// Reports on the tournament in the directory of `flags`.
[[nodiscard]] referee::ExitStatus report_tournament(const ReportFlags& flags);

/// What `sprt rate` prints. Throws UserError for what is wrong with the file or the flags.
[[nodiscard]] std::string rated_counts(const RateFlags& flags);

/// What the rules in `flags` would have made of the run in its directory; nothing is played or written.
/// Throws UserError for rules that do not fit the run, and for a run with games that rules have ended.
[[nodiscard]] std::string adjudicated_run_text(const AdjudicateFlags& flags);

} // namespace sprt
