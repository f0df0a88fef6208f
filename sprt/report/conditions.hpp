#pragma once
// What a reader of a verdict must know of the run: conditions that were not the same for both agents or for
// all games, and games without which there would be another verdict.

#include "sprt/report/run_snapshot.hpp"

#include <string>
#include <vector>

namespace sprt {

/// One sentence each, ended by a full stop; the first word is in lower case. Empty for a run as it should be.
[[nodiscard]] std::vector<std::string> conditions_of(const RunSnapshot& run);

} // namespace sprt
