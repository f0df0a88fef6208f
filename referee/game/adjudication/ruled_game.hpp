#pragma once
// Rules of adjudication and games that were played: what the rules say of a record, and what is wrong with
// what a record says of them. Source: docs/games.md, "What is checked".

#include "referee/game/adjudication/adjudication.hpp"
#include "referee/game/record.hpp"

#include <cstdint>
#include <optional>
#include <string>

namespace referee {

/// The first ruling in the moves of `record`; empty when its rules end it nowhere. The moves that the rules
/// of the game allow are looked at.
[[nodiscard]] std::optional<RuledTurn> first_ruling(const Adjudication& rules, const GameRecord& record);

/// Why no bounds of rule `ruled.rule` can end `record` after `ruled.turn` turns with this result, in one
/// line; empty when some can. The moves of `record` must be legal. Source: docs/games.md, "What is
/// checked".
[[nodiscard]] std::optional<std::string> problem_of_ruling(const RuledTurn& ruled, const GameRecord& record);

} // namespace referee
