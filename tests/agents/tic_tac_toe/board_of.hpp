#pragma once

#include "agents/tic_tac_toe/tic_tac_toe.hpp"

namespace search {

/// A board with the squares of the side to move and those of the other one. In octal a digit is a row, the
/// last row first, and bit 0 the left column.
[[nodiscard]] inline TicTacToe::Position board_of(unsigned own, unsigned theirs) {
    return {.marks = {static_cast<tic_tac_toe::Squares>(own), static_cast<tic_tac_toe::Squares>(theirs)}};
}

} // namespace search
