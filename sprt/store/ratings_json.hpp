#pragma once
// Ratings as JSON. Source of the keys: docs/tournaments.md.

#include "referee/game/json.hpp"
#include "sprt/stats/ratings/ratings.hpp"

#include <string>

namespace sprt {

/// One object; what is undefined is null.
[[nodiscard]] referee::Json to_json(const Ratings& ratings);

/// The same as a line of text.
[[nodiscard]] std::string ratings_json_text(const Ratings& ratings);

} // namespace sprt
