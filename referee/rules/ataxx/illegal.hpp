#pragma once
// Why a move is against the rules, in words.

#include "referee/rules/ataxx/position.hpp"

#include <string>

namespace ataxx {

/// Why `numbers` name no legal move of the side to move in `position`, e.g. `(1,4)=d7 is 3 away, not 1 or 2`.
/// `numbers` must name no legal move, and the game must not be finished.
[[nodiscard]] std::string why_illegal(const Position& position, const MoveNumbers& numbers);

} // namespace ataxx
