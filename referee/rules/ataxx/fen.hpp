#pragma once
// Positions as text: Forsyth-Edwards notation as Ataxx programs write it.
// Seven ranks from the top (rank 7) down, files a to g; `x` the first player, `o` the second, digits for runs
// of empty squares; then the side to move, a half-move clock and a move number. The start: x5o/7/7/7/7/7/o5x
// x 0 1. Square (x, y) is file a + y - 1, rank 8 - x. Source: the UAI convention (libataxx),
// docs/protocol.md.

#include "referee/rules/ataxx/position.hpp"

#include <string>
#include <string_view>

namespace ataxx {

inline constexpr std::string_view kStartFen = "x5o/7/7/7/7/7/o5x x 0 1";

/// A position with the two counters that FEN carries. The rules here have no 50-move rule: the counters are
/// kept and not used.
struct Fen {
    Position position;
    int half_moves = 0;
    int move_number = 1;
    bool operator==(const Fen&) const = default;
};

/// The counters may be left out (0 and 1). Throws UserError, naming what is wrong and in which rank, for
/// anything else, blocked squares (`-`) included: they are not supported yet.
[[nodiscard]] Fen parse_fen(std::string_view text);
[[nodiscard]] std::string to_string(const Fen& fen);

} // namespace ataxx
