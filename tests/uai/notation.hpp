#pragma once
// Moves as UAI engines write them: `g2` a clone, `g1g3` a jump, `0000` a pass. What the engines of these
// tests say is made here and read by the referee's own code.

#include "referee/rules/ataxx/position.hpp"

#include <string>

namespace uai_tests {

/// File a to g from left to right, rank 7 to 1 from the top to the bottom.
[[nodiscard]] inline std::string name_of(ataxx::Square square) {
    return std::string(1, "abcdefg"[square.index() % 7]) + "7654321"[square.index() / 7];
}

/// With its two squares, as a jump is written.
[[nodiscard]] inline std::string squares_of(ataxx::Move move) {
    return name_of(move.from()) + name_of(move.to());
}

[[nodiscard]] inline std::string text_of(ataxx::Move move) {
    if (move.is_pass()) {
        return "0000";
    }
    return move.is_jump() ? squares_of(move) : name_of(move.to());
}

} // namespace uai_tests
