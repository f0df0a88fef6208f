#pragma once
// What a game gives to be drawn: a grid of cells, and words. How it looks is
// referee/game/review/board_text.hpp.

#include "referee/rules/side.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace referee {

/// What the last move did to a cell.
enum class CellMark : std::uint8_t {
    None,
    Placed, ///< the new stone stands here: [O]
    Struck, ///< a stone that the move turned over, or that belongs to the line that won: <O>
    Left,   ///< empty since the move: (.)
};

struct Cell {
    std::optional<Side> stone; ///< empty: no stone
    CellMark mark = CellMark::None;
    bool is_blocked = false; ///< no stone may stand here
    bool operator==(const Cell&) const = default;
};

/// The words for a mark in the heading of a game.
struct MarkWords {
    CellMark mark;
    std::string_view words; ///< e.g. `turned over`
};

/// A board after a move.
struct Drawing {
    std::size_t columns = 0;
    std::vector<Cell> cells; ///< row by row from the top
    /// Above the numbers of the columns, beside those of the rows. Empty: only the columns have numbers,
    /// which stand below. Letters of columns and digits of rows, as in records, stand below and on the right.
    std::string_view corner;
    std::optional<PerSide<int>> stones; ///< shown below; empty: they do not matter
};

/// What a move does.
struct MoveWords {
    std::string deed;   ///< after the player's name, e.g. `clones (1,1)=a7 -> (1,2)=b7`
    std::string effect; ///< e.g. `turns 3 over`; empty: none
};

} // namespace referee
