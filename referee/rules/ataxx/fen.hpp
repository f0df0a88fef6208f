#pragma once
// Positions as text: Forsyth-Edwards notation as Ataxx programs write it.
// Seven ranks from the top (rank 7) down, files a to g; `x` the first player, `o` the second, digits for runs
// of empty squares; then the side to move, a half-move clock and a move number. The start: x5o/7/7/7/7/7/o5x
// x 0 1. Square (x, y) is file a + y - 1, rank 8 - x. Source: the UAI convention (libataxx),
// docs/protocol.md.
//
// Other letters are read, too: `X b B` for the first player, `O w W` for the second. UAI's rules have blocked
// squares, `-`.

#include "referee/rules/ataxx/position.hpp"

#include <string>
#include <string_view>

namespace ataxx {

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

} // namespace ataxx
