#pragma once
// A move of chess, and a position as a value: its moves, what a move makes of it, and how the board ends the
// game. Chess960 differs only in where kings and rooks begin, and the rights to castle say where that was.
// Source: FIDE Laws of Chess, articles 3, 5 and 9, and "Guidelines II. Chess960 Rules".
// Nothing here allocates, reads a clock or does I/O.

#include "referee/rules/chess/board.hpp"
#include "referee/rules/ending.hpp"
#include "referee/rules/move_numbers.hpp"
#include "referee/rules/rules.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <type_traits>

namespace chess {

using referee::MoveNumbers;
using referee::Termination;

/// A piece goes from one square to another. Castling goes from the king's square to that of the own rook.
struct Move {
    Square from;
    Square to;
    Kind promotion = Kind::None; ///< what the pawn becomes

    /// The move with these numbers, from, to and promotion (0, or 2 knight, 3 bishop, 4 rook, 5 queen).
    /// Empty when they name none on any position.
    [[nodiscard]] static std::optional<Move> from_numbers(const MoveNumbers& numbers) noexcept;
    [[nodiscard]] constexpr MoveNumbers numbers() const noexcept {
        return {from.number(), to.number(), static_cast<int>(promotion)};
    }

    constexpr bool operator==(const Move&) const = default;
};

/// The side of the king on which a rook stands that it may castle with: towards file h, or file a.
enum class Wing : std::uint8_t { King, Queen };
inline constexpr std::array kWings{Wing::King, Wing::Queen};

/// From so many half-moves without a capture or a pawn's move on, the game is drawn.
inline constexpr int kHalfMoveLimit = 100;

/// What castling does, and what it needs.
struct Castling {
    Square king_from;
    Square king_to;
    Square rook_from;
    Square rook_to;
    Squares empty; ///< no piece may stand here
    Squares path;  ///< the king's squares, first and last included: none may be attacked
};

/// Pieces, whose turn it is, rights to castle, and half-moves since a capture or a pawn's move. Each side has
/// one king, and that of the side not to move is not attacked.
struct Position {
    /// The squares of both sides' pieces, by Kind from Pawn on.
    std::array<Squares, kKinds.size()> kinds{0x00ff00000000ff00, 0x4200000000000042, 0x2400000000000024,
                                             0x8100000000000081, 0x0800000000000008, 0x1000000000000010};
    /// The squares of the first player's pieces, which are white.
    Squares white = 0xffff;
    /// By Side and Wing: the file of the rook that the king may castle with, or kNone. While there is a right
    /// the king stands on its first rank, and the rook on that wing of it.
    std::array<std::uint8_t, 4> castling_files{7, 0, 7, 0};
    /// The index of the square on which a pawn may be taken that has just passed it, or kNone. Set only when
    /// a legal move does so, so that equal positions compare equal.
    std::uint8_t en_passant = kNone;
    Side to_move = Side::First;
    std::uint8_t half_moves = 0; ///< at most kHalfMoveLimit, where they stop counting

    static constexpr std::uint8_t kNone = 0xff;

    [[nodiscard]] constexpr Squares& of(Kind kind) noexcept {
        return kinds[static_cast<std::size_t>(kind) - 1];
    }
    [[nodiscard]] constexpr Squares of(Kind kind) const noexcept {
        return kinds[static_cast<std::size_t>(kind) - 1];
    }
    [[nodiscard]] constexpr Squares taken() const noexcept {
        return kinds[0] | kinds[1] | kinds[2] | kinds[3] | kinds[4] | kinds[5];
    }
    [[nodiscard]] constexpr Squares pieces(Side side) const noexcept {
        return side == Side::First ? white : taken() & ~white;
    }
    [[nodiscard]] constexpr Squares of(Side side, Kind kind) const noexcept {
        return side == Side::First ? of(kind) & white : of(kind) & ~white;
    }
    /// None where no piece stands.
    [[nodiscard]] constexpr Kind kind_on(Square square) const noexcept {
        for (const Kind kind : kKinds) {
            if (has(of(kind), square)) {
                return kind;
            }
        }
        return Kind::None;
    }
    /// Empty where no piece stands.
    [[nodiscard]] constexpr std::optional<Side> side_on(Square square) const noexcept {
        if (has(white, square)) {
            return Side::First;
        }
        return has(taken(), square) ? std::optional(Side::Second) : std::nullopt;
    }
    [[nodiscard]] constexpr Square king(Side side) const noexcept { return lowest(of(side, Kind::King)); }

    [[nodiscard]] constexpr std::uint8_t& castling_file(Side side, Wing wing) noexcept {
        return castling_files[2 * index(side) + static_cast<std::size_t>(wing)];
    }
    [[nodiscard]] constexpr std::uint8_t castling_file(Side side, Wing wing) const noexcept {
        return castling_files[2 * index(side) + static_cast<std::size_t>(wing)];
    }
    /// Empty without the right to it.
    [[nodiscard]] std::optional<Castling> castling(Side side, Wing wing) const noexcept;

    /// Whether a piece of `by` could take what stands, or would stand, on `square`. En passant does not
    /// count.
    [[nodiscard]] bool is_attacked(Square square, Side by) const noexcept;
    [[nodiscard]] bool is_in_check(Side side) const noexcept {
        return is_attacked(king(side), opponent(side));
    }

    /// The position after a legal move (not checked).
    [[nodiscard]] Position after(Move move) const noexcept;

    /// Whether a legal move of the side to move takes a pawn that has just passed `square`.
    [[nodiscard]] bool may_take_en_passant(Square square) const noexcept;

    bool operator==(const Position&) const = default;
};
static_assert(sizeof(Position) == 64 && std::is_trivially_copyable_v<Position>);

/// 15 queens have at most 27 moves each, a king 8, and castling is two more.
inline constexpr std::size_t kMostMoves = 15 * 27 + 8 + 2;

/// By kind from pawns to the king, within a kind by source index, then by target index, promotions from
/// knight to queen. Castling comes last, on the king's wing first.
using MoveList = referee::MoveList<Move, kMostMoves>;

/// All legal moves, also where half-moves or the pieces left have ended the game.
[[nodiscard]] MoveList legal_moves(const Position& position) noexcept;
[[nodiscard]] bool is_legal(const Position& position, Move move) noexcept;

/// Whether the piece on `from`, which belongs to the side to move, can go to `to` when its king's safety does
/// not matter. Castling counts only when it may be done.
[[nodiscard]] bool reaches(const Position& position, Square from, Square to) noexcept;

[[nodiscard]] bool is_checkmate(const Position& position) noexcept;

/// How the board has ended the game; empty while it goes on. Where several rules apply it is the first of
/// them: checkmate, stalemate, insufficient_material, halfmove_limit.
[[nodiscard]] std::optional<Termination> ending(const Position& position) noexcept;

/// Whether neither side can mate: besides the kings there is nothing, one knight, or only bishops that all
/// stand on squares of one colour.
[[nodiscard]] bool is_insufficient_material(const Position& position) noexcept;

/// Equal for positions with the same pieces, side to move, rights to castle and legal en passant capture; for
/// others with a probability of about 2^-128. Half-moves are no part of it. There are no symmetries.
[[nodiscard]] referee::CanonicalKey key(const Position& position) noexcept;

/// The set-up of Chess960 with that number, 0 to 959. Source of the numbers: R. Scharnagl,
/// "Fischer-Random-Schach", 2004.
[[nodiscard]] Position set_up_960(int number) noexcept;

/// Leaves of the tree of `depth` plies of legal moves below `position`. Nothing but checkmate and stalemate
/// ends a line. Source of the numbers that it is tested with: stockfish, see tests/referee/rules/chess/.
[[nodiscard]] std::uint64_t perft(const Position& position, int depth) noexcept;

} // namespace chess
