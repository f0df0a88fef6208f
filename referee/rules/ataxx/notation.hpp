#pragma once
// Moves as other Ataxx programs write them. Source: the UAI convention (libataxx); square names as in FEN
// (fen.hpp): (x, y) is file a + y - 1, rank 8 - x.

#include "referee/rules/ataxx/board.hpp"
#include "referee/rules/move_numbers.hpp"

#include <string>

namespace ataxx {

using referee::MoveNumbers;

/// `g2`.
[[nodiscard]] std::string square_name(Square square);

/// Both names of a square, for people: `(6,7)=g2`.
[[nodiscard]] std::string square_text(Square square);

/// `g2` a clone, by the square that gets the stone; `g1g3` a jump; `0000` a pass. `numbers` must be those of
/// a Move.
[[nodiscard]] std::string uai_notation(const MoveNumbers& numbers);

} // namespace ataxx
