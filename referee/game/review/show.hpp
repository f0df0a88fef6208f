#pragma once
// A game as a sequence of boards, for people.

#include "referee/game/record.hpp"
#include "referee/rules/rules.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace referee {

// The board of any game drawn for a terminal.

/// How boards are drawn; by default in ASCII, without escape sequences.
struct BoardStyle {
    bool colour = false;
    bool unicode = false;
};

/// A stone of `side`: O or X, with Unicode a circle, filled for the first player, without colour.
[[nodiscard]] std::string_view stone_text(Side side, const BoardStyle& style) noexcept;

/// A cell of three columns: the stone, if any, between its marks. Marks are brackets, so that they are seen
/// without colour.
[[nodiscard]] std::string cell_text(const Cell& cell, const BoardStyle& style);

/// A line for each row, and one with the numbers of the columns, each ended by a newline.
[[nodiscard]] std::string board_text(const Drawing& drawing, const BoardStyle& style);

/// Which boards of a game: all of them, or the one after `turn` turns (0: the start).
using ShownTurn = std::optional<std::uint64_t>;

/// The game's heading, its boards with what each move did, and how it ended. Draws as far as the moves obey
/// the rules, then names the one that does not. Throws UserError when the record has no turn of that number.
[[nodiscard]] std::string show(const GameRecord& record, ShownTurn turn, const BoardStyle& style);

} // namespace referee
