#pragma once

#include "referee/rules/ataxx/move.hpp"

namespace ataxx {

/// The move from column x1, row y1 to column x2, row y2, as the protocol counts them: 1 to 7.
inline Move move_of(int x1, int y1, int x2, int y2) {
    return Move(*Square::at(x1, y1), *Square::at(x2, y2));
}

} // namespace ataxx
