#pragma once
// Positions and moves as UAI engines get and write them: `g2` a clone, `g1g3` a jump, `0000` a pass.
// Files a to g go from left to right, ranks 1 to 7 from the bottom to the top. UAI is a protocol of one
// game: all here may be asked of its boards alone, under either set of rules.

#include "referee/rules/games.hpp"
#include "referee/talk/agents.hpp"

#include <string>
#include <string_view>
#include <variant>

namespace referee::uai {

/// The moves of a board, whatever its rules.
struct AtaxxBoard {
    ataxx::Position stones;
    ataxx::Bitboard empty; ///< where a stone may be put
    bool can_move;         ///< the side to move has a clone or a jump
};
[[nodiscard]] AtaxxBoard ataxx_board(const Board& board) noexcept;

/// The letters of a board in text: of both sides and of blocked squares.
struct BoardLetters {
    PerSide<char> stones;
    char blocked;
};
/// Rows from the top with `/` between them; a digit for each run of empty squares.
void add_squares(const AtaxxBoard& board, const BoardLetters& letters, std::string& to);

/// All four fields, because there are engines that die when the counters are missing. The half-move field is
/// 0 under the articles' rules: they have no end after moves without a clone, and engines take 100 for a
/// finished game.
void add_position(const Board& board, int full_move, std::string& to);

/// In letters of any case:
///  - a clone: `g2`, `P@g2`, or `f1g2` with neighbours of which the first holds a stone of the mover;
///  - a jump: `g1g3` with squares two steps apart;
///  - a pass: `0000`, `pass`, `null`, or a square twice.
/// Many clones of a position are one in this notation: the source is the stone of the mover with the smallest
/// index, so that logs are alike.
[[nodiscard]] std::variant<MoveNumbers, AgentFault> read_move(std::string_view word, const Board& board);

[[nodiscard]] std::string move_text(const Board& board, const MoveNumbers& move);

} // namespace referee::uai
