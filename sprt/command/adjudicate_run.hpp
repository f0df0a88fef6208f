#pragma once
// `sprt adjudicate`: rules of adjudication for a run that was played out.

#include "sprt/command/flags.hpp"

#include <string>

namespace sprt {

/// What the rules in `flags` would have made of the run in its directory; nothing is played or written.
/// Throws UserError for rules that do not fit the run, and for a run with games that rules have ended.
[[nodiscard]] std::string adjudicated_run_text(const AdjudicateFlags& flags);

} // namespace sprt
