#pragma once
// A position that a game begins at in place of its usual start. Source: docs/openings.md, "Positions".

#include "referee/rules/games.hpp"

#include <string>
#include <string_view>

namespace referee {

/// A position in which the game goes on.
struct Start {
    Board board;
    int full_move =
        1;           ///< that of the first move; at the usual start 1, one more after the second side's moves
    std::string fen; ///< in our spelling: the first letter of each side, and all counters
    bool operator==(const Start&) const = default;
};

/// Reads a FEN whose counters may be left out. Throws UserError, naming what is wrong, for what is no
/// position of `game`, and for a position in which the game is over, under any set of rules.
[[nodiscard]] Start read_start(Game game, std::string_view text);

/// Whether there are squares that no stone may enter, of which native agents know nothing.
[[nodiscard]] bool has_blocked(const Board& board) noexcept;

/// Whether a pass is the only legal move. The game must go on.
[[nodiscard]] bool must_pass(const Board& board) noexcept;

} // namespace referee
