#pragma once
// Positions and moves as text: Forsyth-Edwards notation, moves as other programs write them, and why a move
// is against the rules, in words. Source: the UAI convention (libataxx), docs/protocol.md.

#include "referee/rules/ataxx/board.hpp"
#include "referee/rules/ataxx/position.hpp"
#include "referee/rules/move_numbers.hpp"

#include <string>
#include <string_view>

namespace ataxx {

// Forsyth-Edwards notation as Ataxx programs write it.
// Seven ranks from the top (rank 7) down, files a to g; `x` the first player, `o` the second, digits for runs
// of empty squares; then the side to move, a half-move clock and a move number. The start: x5o/7/7/7/7/7/o5x
// x 0 1. Square (x, y) is file a + y - 1, rank 8 - x.
//
// Other letters are read, too: `X b B` for the first player, `O w W` for the second. UAI's rules have blocked
// squares, `-`.

inline constexpr std::string_view kStartFen = "x5o/7/7/7/7/7/o5x x 0 1";

/// A position with what else FEN carries. The articles' rules use none of it.
struct Fen {
    Position position;
    int half_moves = 0; ///< turns since the last clone
    int move_number = 1;
    Bitboard blocked{};
    bool operator==(const Fen&) const = default;
};

/// Whether a position may have blocked squares.
enum class BlockedSquares : bool { Refused, Allowed };

/// The counters may be left out (0 and 1). Throws UserError, naming what is wrong and in which rank, for
/// anything else.
[[nodiscard]] Fen parse_fen(std::string_view text, BlockedSquares blocked = BlockedSquares::Refused);
[[nodiscard]] std::string to_string(const Fen& fen);

/// From so many half-moves without a clone on, UAI's rules and engines take a game for drawn.
inline constexpr int kHalfMoveLimit = 100;

/// The move number of a position in which a game is to begin, blocked squares allowed. Throws UserError as
/// parse_fen() does, and when the count of half-moves has reached kHalfMoveLimit.
[[nodiscard]] int start_number(std::string_view text);

// Moves as other Ataxx programs write them; square names as in FEN.

/// `g2`.
[[nodiscard]] std::string square_name(Square square);

/// Both names of a square, for people: `(6,7)=g2`.
[[nodiscard]] std::string square_text(Square square);

/// `g2` a clone, by the square that gets the stone; `g1g3` a jump; `0000` a pass. `numbers` must be those of
/// a Move.
[[nodiscard]] std::string uai_notation(const MoveNumbers& numbers);

/// Why `numbers` name no legal move of the side to move in `position`, e.g. `(1,4)=d7 is 3 away, not 1 or 2`.
/// `numbers` must name no legal move, and the game must not be finished.
[[nodiscard]] std::string why_illegal(const Position& position, const MoveNumbers& numbers);

} // namespace ataxx
