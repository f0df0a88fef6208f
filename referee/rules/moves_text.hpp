#pragma once
// Lists of moves as people write them: the numbers of each move, from the start, with blanks between them.
// Where a move is one digit, digits may stand together: 4453 is 4 4 5 3.
// Source: docs/openings.md, "Files".

#include "referee/rules/games.hpp"

#include <cstddef>
#include <string_view>
#include <vector>

namespace referee {

/// Whether a list may end the game.
enum class MayEnd : bool { No, Yes };

struct MadeMoves {
    std::vector<MoveNumbers> moves;
    Board board; ///< after them
};

/// Reads a list of at most `most` moves and makes them. Throws UserError naming the move for one that is
/// misspelled, illegal, after the end of the game or, where it may not, ends the game, or is one too many.
[[nodiscard]] MadeMoves make_moves(Game game, std::string_view text, std::size_t most, MayEnd may_end);

} // namespace referee
