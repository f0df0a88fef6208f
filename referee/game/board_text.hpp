#pragma once
// The board drawn for a terminal.
// Source: docs/protocol.md, "The game": x is the row from the top, y the column from the left, both 1..7.

#include "referee/rules/ataxx/position.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace referee {

/// How boards are drawn; by default in ASCII, without escape sequences.
struct BoardStyle {
    bool colour = false;
    bool unicode = false;
};

/// What a move changed, to be marked on the board.
struct BoardMarks {
    std::optional<ataxx::Square> left;   ///< the square that a jump left: (.)
    std::optional<ataxx::Square> placed; ///< where the new stone stands: [O]
    ataxx::Bitboard turned;              ///< the stones that changed their owner: <O>
};

/// What `move`, legal in `before`, changes; nothing for a pass.
[[nodiscard]] BoardMarks marks_of(const ataxx::Position& before, ataxx::Move move) noexcept;

/// A stone of `side`: O or X, with Unicode a circle, filled for the first player, without colour.
[[nodiscard]] std::string_view stone_text(Side side, const BoardStyle& style) noexcept;

/// Eight lines, a heading with y and one for each x, each ended by a newline. Marks are brackets, so that
/// they are seen without colour.
[[nodiscard]] std::string board_text(const ataxx::Position& position, const BoardMarks& marks,
                                     const BoardStyle& style);

} // namespace referee
