#pragma once
// Positions and moves of chess as text: Forsyth-Edwards notation, moves in coordinates and in standard
// algebraic notation, and why a move is against the rules, in words.
// Sources: PGN standard of 1994, sections 8.2.3 and 16.1; UCI; X-FEN and Shredder-FEN.

#include "referee/rules/chess/position.hpp"
#include "referee/rules/move_numbers.hpp"
#include "referee/rules/rules.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace chess {

/// What kings and rooks may castle from, and how castling is written.
enum class RuleSet : std::uint8_t {
    Orthodox, ///< king on file e, rooks on a and h; KQkq in FEN; e1g1
    Chess960, ///< any files; the rooks' files in FEN; e1h1, king takes own rook
};

/// A letter of ASCII as a small one, or as a capital; other characters as they are.
[[nodiscard]] constexpr char small(char c) noexcept {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}
[[nodiscard]] constexpr char capital(char c) noexcept {
    return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
}

// Forsyth-Edwards notation: board, side to move, castling, en passant square, half-move clock, move number.

inline constexpr std::string_view kStartFen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
inline constexpr std::string_view kStartFen960 = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1";

/// A position with what else FEN carries.
struct Fen {
    Position position;
    int half_moves = 0; ///< as written; the position stops counting at kHalfMoveLimit
    int move_number = 1;
    bool operator==(const Fen&) const = default;
};

/// Reads two, four, five or six fields; what is missing is `- - 0 1`. After at least four of them may come
/// EPD operations, of which `hmvc N;` and `fmvn N;` set the counters. Castling letters are KQkq, the
/// outermost rook on that side of the king, or files of rooks. An en passant square is kept when a legal move
/// takes there. Throws UserError naming what is wrong for anything else, and for a position that cannot be:
/// not one king a side, more than 16 pieces or 8 pawns of a side, a pawn on its first or last rank, a king
/// that could be taken, a right to castle without king and rook, an en passant square that no pawn has
/// passed.
[[nodiscard]] Fen parse_fen(std::string_view text, RuleSet rules);

/// All six fields.
[[nodiscard]] std::string fen_text(const Position& position, int move_number, RuleSet rules);

/// The move number of a position in which a game is to begin. Throws UserError as parse_fen() does, and when
/// the half-move clock has reached kHalfMoveLimit.
[[nodiscard]] int start_number(std::string_view text, RuleSet rules);

// Moves in coordinates.

/// `e2`.
[[nodiscard]] std::string square_name(Square square);

/// The place of a square in texts and drawings: from the top, each rank from the left.
[[nodiscard]] constexpr std::size_t cell_of(Square square) noexcept {
    return static_cast<std::size_t>(square.index() ^ (kSquares - kBoardSize));
}

/// The letter of FEN: upper case for the first player, who is white. `kind` is not None.
[[nodiscard]] char letter_of(Side side, Kind kind) noexcept;

/// `e2e4`, `a7a8q`; castling `e1g1`, under Chess960 `e1h1`. Needs no board but to tell castling apart.
[[nodiscard]] std::string coordinates(const Position& position, Move move, RuleSet rules);

/// The move that `text` names, legal or not: two squares, and a letter of q, r, b and n for a promotion, in
/// any case. Under Orthodox a king's move from e1 to g1 or c1, or from e8 to g8 or c8, is castling. Empty
/// when `text` has another form; `a1a1` has that form and is never legal. Does not allocate.
[[nodiscard]] std::optional<Move> read_coordinates(const Position& position, std::string_view text,
                                                   RuleSet rules) noexcept;

/// Why `numbers` name no legal move in `position`, e.g. `the pawn on e2 does not reach e5`. They must name no
/// legal move, and the game must not be finished.
[[nodiscard]] std::string why_illegal(const Position& position, const MoveNumbers& numbers, RuleSet rules);

// What people are shown.

/// The board without marks.
[[nodiscard]] referee::Drawing drawing_of(const Position& position);
/// The board after a legal move.
[[nodiscard]] referee::Drawing drawing_of(const Position& before, Move move);
/// What a legal move does.
[[nodiscard]] referee::MoveWords words_of(const Position& before, Move move, RuleSet rules);

// Moves in standard algebraic notation, as PGN has them.

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
