#pragma once
// `sprt rate`: ratings from counts, with no game played. Source: docs/tournaments.md.

#include "sprt/command/flags.hpp"

#include <string>

namespace sprt {

/// What the command prints. Throws UserError for what is wrong with the file or the flags.
[[nodiscard]] std::string rated_counts(const RateFlags& flags);

} // namespace sprt
