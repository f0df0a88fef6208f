#pragma once
// A move: clone, jump or pass; in messages the four numbers x1 y1 x2 y2. A position of the game as a value:
// its moves, and what a move makes of it. Both as text. Nothing here allocates but texts, reads a clock or
// does I/O.
// Source: docs/protocol.md, "The game" and "The messages"; the UAI convention (libataxx).

#include "referee/rules/ataxx/board.hpp"
#include "referee/rules/move_numbers.hpp"
#include "referee/rules/rules.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace ataxx {

using referee::MoveNumbers;

/// The numbers of a pass.
inline constexpr MoveNumbers kPass{-1, -1, -1, -1};

/// A clone (distance 1), a jump (distance 2) or a pass. Whether it is legal depends on the position.
class Move {
  public:
    /// A pass.
    constexpr Move() = default;
    /// `from` and `to` must be 1 or 2 apart.
    constexpr Move(Square from, Square to) noexcept
        : from_(static_cast<std::uint8_t>(from.index()))
        , to_(static_cast<std::uint8_t>(to.index())) {}

    [[nodiscard]] static constexpr Move pass() noexcept { return {}; }

    /// The move that `numbers` name. Empty when they name none on any position: a square off the board, half
    /// a pass, a distance that is not 1 or 2.
    [[nodiscard]] static std::optional<Move> from_numbers(const MoveNumbers& numbers) noexcept;
    [[nodiscard]] MoveNumbers numbers() const noexcept;

    [[nodiscard]] constexpr bool is_pass() const noexcept { return from_ == kNone; }
    /// Not for a pass, like the next two.
    [[nodiscard]] constexpr Square from() const noexcept { return Square(from_); }
    [[nodiscard]] constexpr Square to() const noexcept { return Square(to_); }
    [[nodiscard]] constexpr bool is_jump() const noexcept { return distance(from(), to()) == 2; }

    constexpr bool operator==(const Move&) const = default;

  private:
    static constexpr std::uint8_t kNone = 0xff;
    std::uint8_t from_ = kNone;
    std::uint8_t to_ = kNone;
};

/// `x1 y1 x2 y2`, as the protocol writes a move; a pass is `-1 -1 -1 -1`.
[[nodiscard]] std::string to_string(Move move);

/// Stones of both sides and whose turn it is. Does not know how many turns were taken.
class Position {
  public:
    /// The starting position: the first player on (1,1) and (7,7), the second on (1,7) and (7,1).
    constexpr Position() noexcept
        : stones_{Bitboard(Square(0)) | Bitboard(Square(48)), Bitboard(Square(6)) | Bitboard(Square(42))} {}
    /// `first` and `second` must share no square.
    constexpr Position(Bitboard first, Bitboard second, Side to_move) noexcept
        : stones_{first, second}
        , to_move_(to_move) {}

    [[nodiscard]] constexpr Side to_move() const noexcept { return to_move_; }
    [[nodiscard]] constexpr Bitboard stones(Side side) const noexcept { return stones_[index(side)]; }
    [[nodiscard]] constexpr Bitboard own() const noexcept { return stones(to_move_); }
    [[nodiscard]] constexpr Bitboard theirs() const noexcept { return stones(opponent(to_move_)); }
    [[nodiscard]] constexpr Bitboard empty_squares() const noexcept {
        return kAllSquares - (stones_[0] | stones_[1]);
    }

    /// Whether the board alone has ended the game: a side has no stones, or no square is empty.
    [[nodiscard]] constexpr bool is_finished() const noexcept {
        return stones_[0].empty() || stones_[1].empty() || empty_squares().empty();
    }
    /// Whether the side to move has a clone or a jump; when not, it must pass.
    [[nodiscard]] constexpr bool can_move() const noexcept {
        return !(grown(grown(own())) & empty_squares()).empty();
    }
    /// Legal for the side to move, the game not being finished: a pass only when there is nothing else.
    [[nodiscard]] constexpr bool is_legal(Move move) const noexcept {
        if (move.is_pass()) {
            return !can_move();
        }
        return own().has(move.from()) && empty_squares().has(move.to());
    }

    /// The position after a legal move (not checked).
    [[nodiscard]] constexpr Position after(Move move) const noexcept {
        if (move.is_pass()) {
            return pass();
        }
        const Bitboard left = move.is_jump() ? Bitboard(move.from()) : Bitboard();
        return with_stone_on(move.to(), left);
    }
    /// after() of a clone to `to`, from wherever it came.
    [[nodiscard]] constexpr Position after_clone(Square to) const noexcept { return with_stone_on(to, {}); }
    [[nodiscard]] constexpr Position after_jump(Square from, Square to) const noexcept {
        return with_stone_on(to, Bitboard(from));
    }
    /// The same stones, the other side to move.
    [[nodiscard]] constexpr Position pass() const noexcept {
        return {stones_[0], stones_[1], opponent(to_move_)};
    }

    constexpr bool operator==(const Position&) const = default;

  private:
    [[nodiscard]] constexpr Position with_stone_on(Square to, Bitboard left) const noexcept {
        const Bitboard turned = neighbours(to) & theirs();
        const Bitboard own_after = ((own() - left) | Bitboard(to)) | turned;
        const Bitboard theirs_after = theirs() - turned;
        return to_move_ == Side::First ? Position(own_after, theirs_after, Side::Second)
                                       : Position(theirs_after, own_after, Side::First);
    }

    std::array<Bitboard, 2> stones_;
    Side to_move_ = Side::First;
};

/// k stones have at most 24 * min(k, 49 - k) moves.
inline constexpr std::size_t kMostMoves = std::size_t{24} * 24;

/// The moves of a position: source index ascending, for each source clones before jumps, then destination
/// index ascending. Clones of the same stone from different sources are different moves.
using MoveList = referee::MoveList<Move, kMostMoves>;

/// The moves of stones on `own` to squares of `empty`; only a pass when there is none.
[[nodiscard]] MoveList moves_between(Bitboard own, Bitboard empty) noexcept;

/// All legal moves of the side to move; only a pass when there is no other; none when the game is finished.
[[nodiscard]] MoveList legal_moves(const Position& position) noexcept;

// Positions and moves as text: Forsyth-Edwards notation, moves as other programs write them, and why a move
// is against the rules, in words.

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
