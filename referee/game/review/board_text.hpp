#pragma once
// The board of any game drawn for a terminal.

#include "referee/rules/rules.hpp"

#include <string>
#include <string_view>

namespace referee {

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

} // namespace referee
