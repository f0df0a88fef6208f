#pragma once
// A game as a sequence of boards, for people.

#include "referee/game/record.hpp"
#include "referee/game/review/board_text.hpp"

#include <cstdint>
#include <optional>
#include <string>

namespace referee {

/// Which boards of a game: all of them, or the one after `turn` turns (0: the start).
using ShownTurn = std::optional<std::uint64_t>;

/// The game's heading, its boards with what each move did, and how it ended. Draws as far as the moves obey
/// the rules, then names the one that does not. Throws UserError when the record has no turn of that number.
[[nodiscard]] std::string show(const GameRecord& record, ShownTurn turn, const BoardStyle& style);

} // namespace referee
