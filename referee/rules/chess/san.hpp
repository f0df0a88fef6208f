#pragma once
// Moves in standard algebraic notation, as PGN has them. Source: PGN standard of 1994, section 8.2.3.

#include "referee/rules/chess/position.hpp"

#include <string>
#include <string_view>

namespace chess {

/// A legal move: `Nbd7`, `exd8=Q#`, `O-O+`. Of the square that it leaves no more is named than tells it from
/// other legal moves: the file, or the rank, or both.
[[nodiscard]] std::string san(const Position& position, Move move);
/// The same in long algebraic notation, with that square: `Nb8d7`, `e7xd8=Q#`.
[[nodiscard]] std::string lan(const Position& position, Move move);

/// The legal move that `text` names. More than san() writes is read too: `x`, `=`, `+` and `#` may be missing
/// or wrong, zeros are castling, `e.p.`, `!` and `?` may follow, and the square that the move leaves may be
/// named. Throws UserError naming why `text` is no move, no legal one, or several.
[[nodiscard]] Move read_san(const Position& position, std::string_view text);

} // namespace chess
