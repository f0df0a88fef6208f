#pragma once
// Openings as people write them: a list of moves from the start, and a position that a game begins at in
// place of its usual start. Source: docs/games.md, "A file of openings" and "Positions".

#include "referee/rules/games.hpp"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace referee {

// Lists of moves: the numbers of each move, from the start, with blanks between them. Where a move is one
// digit, digits may stand together: 4453 is 4 4 5 3. In chess a move may be its coordinates: e2e4 e7e5.

/// Whether a list may end the game.
enum class MayEnd : bool { No, Yes };

struct MadeMoves {
    std::vector<MoveNumbers> moves;
    Board board; ///< after them
};

/// Reads a list of at most `most` moves and makes them. Throws UserError naming the move for one that is
/// misspelled, illegal, after the end of the game or, where it may not, ends the game, or is one too many.
[[nodiscard]] MadeMoves make_moves(Game game, std::string_view text, std::size_t most, MayEnd may_end);

// Positions.

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
