#pragma once
// How the board alone ends a game.
// Source: docs/protocol.md, "How a game ends".

#include "referee/rules/ataxx/position.hpp"
#include "referee/rules/ending.hpp"

#include <optional>

namespace ataxx {

using referee::Termination;

/// Turns of both sides together after which a game ends, unless a limit is given.
inline constexpr int kUsualTurnLimit = 400;

/// Whether the board ends the game after `turns` turns (passes and opening moves included), and by which
/// rule; empty while the game goes on. Where several rules apply, the first in the order of Termination is
/// named.
[[nodiscard]] constexpr std::optional<Termination> board_verdict(const Position& position, int turns,
                                                                 int turn_limit) noexcept {
    if (position.stones(Side::First).empty() || position.stones(Side::Second).empty()) {
        return Termination::Annihilation;
    }
    if (position.empty_squares().empty()) {
        return Termination::BoardFull;
    }
    if (turns >= turn_limit) {
        return Termination::TurnLimit;
    }
    return std::nullopt;
}

/// Who has more stones; empty when both have as many.
[[nodiscard]] constexpr std::optional<Side> leader(const Position& position) noexcept {
    const int first = position.stones(Side::First).count();
    const int second = position.stones(Side::Second).count();
    if (first == second) {
        return std::nullopt;
    }
    return first > second ? Side::First : Side::Second;
}

} // namespace ataxx
