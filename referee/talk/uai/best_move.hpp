#pragma once
// Moves in the notation of UAI: `g2` a clone, `g1g3` a jump, `0000` a pass; and the line that answers `go`.
// Files a to g go from left to right, ranks 1 to 7 from the bottom to the top.

#include "referee/rules/games.hpp"
#include "referee/talk/agents.hpp"

#include <string_view>
#include <variant>

namespace referee::uai {

/// Reads `bestmove M`; words after M are ignored. M, in letters of any case, is
///  - a clone: `g2`, `P@g2`, or `f1g2` with neighbours of which the first holds a stone of the mover;
///  - a jump: `g1g3` with squares two steps apart;
///  - a pass: `0000`, `pass`, `null`, or a square twice.
/// Returns a legal move. Many clones of a position are one in this notation: the source is the stone of
/// the mover with the smallest index, so that logs are alike. A line of another form is a ProtocolError; a
/// move that is not legal is an IllegalMove, whose reason says why. The board must not have ended the game.
[[nodiscard]] std::variant<MoveNumbers, AgentFault> read_best_move(std::string_view line, const Board& board);

/// Whether the words of `line` are legal moves, one after the other, from `board` on.
[[nodiscard]] bool is_legal_line(std::string_view line, Board board);

} // namespace referee::uai
