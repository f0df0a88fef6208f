#pragma once
// Tic-Tac-Toe: 3 x 3 squares; who has three in a row, column or diagonal wins.
// Source: docs/protocol.md, "Tic-Tac-Toe".

#include "referee/rules/rules.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace tic_tac_toe {

using referee::CanonicalKey;
using referee::MoveNumbers;
using referee::Side;

inline constexpr int kSize = 3;
inline constexpr int kSquares = kSize * kSize;

/// A set of squares: bit 3 * row + column, both from 0, rows from the top.
using Squares = std::uint16_t;

inline constexpr Squares kAllSquares = (1 << kSquares) - 1;

/// The rows, the columns and the two diagonals.
inline constexpr std::array<Squares, 8> kLines{0b000000111, 0b000111000, 0b111000000, 0b001001001,
                                               0b010010010, 0b100100100, 0b100010001, 0b001010100};

/// The squares of all lines in `squares`; none when there is no line.
[[nodiscard]] constexpr Squares lines_in(Squares squares) noexcept {
    Squares found = 0;
    for (const Squares line : kLines) {
        if ((squares & line) == line) {
            found = static_cast<Squares>(found | line);
        }
    }
    return found;
}

[[nodiscard]] constexpr bool has_line(Squares squares) noexcept {
    return lines_in(squares) != 0;
}

/// The square, 0 to 8, that `square` becomes under symmetry 0 to 7, a set of three bits: 1 exchanges row and
/// column, 2 turns the rows upside down, 4 exchanges left and right, in this order. 0 changes nothing.
[[nodiscard]] constexpr int image_of(int square, int symmetry) noexcept {
    int row = square / kSize;
    int column = square % kSize;
    if ((symmetry & 1) != 0) {
        std::swap(row, column);
    }
    row = (symmetry & 2) != 0 ? kSize - 1 - row : row;
    column = (symmetry & 4) != 0 ? kSize - 1 - column : column;
    return kSize * row + column;
}

[[nodiscard]] constexpr Squares image_of_set(Squares squares, int symmetry) noexcept {
    Squares image = 0;
    for (int square = 0; square < kSquares; ++square) {
        if ((squares >> square & 1) != 0) {
            image = static_cast<Squares>(image | 1 << image_of(square, symmetry));
        }
    }
    return image;
}

/// The marks of both sides and whose turn it is.
struct Position {
    std::array<Squares, 2> marks{}; ///< by Side
    Side to_move = Side::First;

    [[nodiscard]] constexpr Squares own() const noexcept { return marks[index(to_move)]; }
    [[nodiscard]] constexpr Squares theirs() const noexcept { return marks[index(opponent(to_move))]; }
    [[nodiscard]] constexpr Squares taken() const noexcept {
        return static_cast<Squares>(marks[0] | marks[1]);
    }

    bool operator==(const Position&) const = default;
};

class Move {
  public:
    constexpr Move() = default;
    /// `square` from 0 to 8.
    constexpr explicit Move(int square) noexcept
        : square_(static_cast<std::uint8_t>(square)) {}
    [[nodiscard]] constexpr int square() const noexcept { return square_; }
    bool operator==(const Move&) const = default;

  private:
    std::uint8_t square_ = 0;
};

struct Rules : referee::LineGame<Rules, Position> {
    using Position = tic_tac_toe::Position;
    using Move = tic_tac_toe::Move;
    using Moves = referee::MoveList<Move, kSquares>;

    static constexpr std::string_view kName = "tic-tac-toe";
    static constexpr std::string_view kMoveForm = "MOVE row column";
    static constexpr std::string_view kStartFen = "3/3/3 x 1";
    static constexpr referee::PerSide<char> kPieces{'x', 'o'};
    static constexpr std::size_t kNumbers = 2;
    static constexpr int kTurns = kSquares;
    static constexpr int kImages = 8;
    static constexpr int kListedPlies = kSquares;
    /// Quiet positions up to the symmetries, after so many moves. There is none after 9.
    static constexpr std::array<std::uint64_t, 8> kOpenings{3, 12, 38, 54, 95, 53, 39, 11};

    /// Row by row.
    [[nodiscard]] static constexpr Moves moves(const Position& position) noexcept {
        Moves found;
        if (!ending(position)) {
            for (int square = 0; square < kSquares; ++square) {
                if (is_legal(position, Move(square))) {
                    found.push_back(Move(square));
                }
            }
        }
        return found;
    }
    [[nodiscard]] static constexpr std::optional<Move> named(const MoveNumbers& numbers) noexcept {
        const auto is_place = [](int number) { return number >= 1 && number <= kSize; };
        if (numbers.size() != kNumbers || !is_place(numbers[0]) || !is_place(numbers[1])) {
            return std::nullopt;
        }
        return Move(kSize * (numbers[0] - 1) + numbers[1] - 1);
    }
    [[nodiscard]] static constexpr MoveNumbers numbers(Move move) noexcept {
        return {move.square() / kSize + 1, move.square() % kSize + 1};
    }
    /// The game must go on.
    [[nodiscard]] static constexpr bool is_legal(const Position& position, Move move) noexcept {
        return (position.taken() >> move.square() & 1) == 0;
    }
    [[nodiscard]] static constexpr Position after(const Position& position, Move move) noexcept {
        Position next = position;
        Squares& own = next.marks[index(position.to_move)];
        own = static_cast<Squares>(own | 1 << move.square());
        next.to_move = opponent(position.to_move);
        return next;
    }
    [[nodiscard]] static constexpr bool is_line(Squares squares) noexcept { return has_line(squares); }
    [[nodiscard]] static constexpr bool is_full(const Position& position) noexcept {
        return position.taken() == kAllSquares;
    }
    [[nodiscard]] static constexpr CanonicalKey key(const Position& position) noexcept {
        CanonicalKey least{position.own(), position.theirs()};
        for (int symmetry = 1; symmetry < kImages; ++symmetry) {
            least = std::min(least, CanonicalKey{image_of_set(position.own(), symmetry),
                                                 image_of_set(position.theirs(), symmetry)});
        }
        return least;
    }
    [[nodiscard]] static constexpr Move image(Move move, int image) noexcept {
        return Move(image_of(move.square(), image));
    }

    [[nodiscard]] static Position read_fen(std::string_view text);
    [[nodiscard]] static std::string fen(const Position& position);
    /// A letter for the column from the left, a digit for the row from below: a3 is the top left square.
    [[nodiscard]] static std::string notation(const MoveNumbers& numbers) {
        return {static_cast<char>('a' + numbers[1] - 1), static_cast<char>('0' + kSize + 1 - numbers[0])};
    }
    [[nodiscard]] static std::string why_illegal(const Position& position, const MoveNumbers& numbers);
    [[nodiscard]] static referee::Drawing draw(const Position& position);
    [[nodiscard]] static referee::Drawing draw(const Position& before, Move move);
    [[nodiscard]] static referee::MoveWords words(const Position& before, Move move);
};

} // namespace tic_tac_toe
