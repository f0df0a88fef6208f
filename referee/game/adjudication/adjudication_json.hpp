#pragma once
// Rules of adjudication in a configuration. Source: docs/games.md, "Turning rules on".

#include "referee/game/adjudication/adjudication.hpp"
#include "referee/game/json.hpp"

namespace referee {

/// Reads an object of rules; `false` is an object without any. In it `false` and a missing rule are off,
/// `true` is a rule with its defaults. Throws UserError naming the JSON pointer of what is unknown, mistyped
/// or out of range.
[[nodiscard]] Adjudication read_adjudication(const JsonNode& node);

/// What read_adjudication() reads: all numbers of the rules that are on, or `false`.
[[nodiscard]] Json adjudication_json(const Adjudication& rules);

} // namespace referee
