#pragma once
// Connect Four: 7 columns of 6 cells; who has four in a row, column or diagonal wins.
// Source: docs/protocol.md, "Connect Four".

#include "referee/rules/rules.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace connect_four {

using referee::CanonicalKey;
using referee::MoveNumbers;
using referee::Side;

inline constexpr int kColumns = 7;
inline constexpr int kRows = 6;

/// A set of cells: 7 bits for each column, the lowest cell first. The seventh bit of a column is no cell and
/// always 0, so that no line runs over an edge. Source: the usual bitboard of Connect Four, after J. Tromp.
using Cells = std::uint64_t;

/// Bits of a column.
inline constexpr int kStride = kRows + 1;

/// The lowest cell of `column`, 0 to 6.
[[nodiscard]] constexpr Cells lowest_cell(int column) noexcept {
    return Cells{1} << column * kStride;
}
/// All six cells of `column`, 0 to 6.
[[nodiscard]] constexpr Cells cells_of(int column) noexcept {
    return ((Cells{1} << kRows) - 1) << column * kStride;
}
inline constexpr Cells kLowestCells = [] {
    Cells cells = 0;
    for (int column = 0; column < kColumns; ++column) {
        cells |= lowest_cell(column);
    }
    return cells;
}();
inline constexpr Cells kAllCells = kLowestCells * ((Cells{1} << kRows) - 1);

/// The distances, in bits, of neighbours in a column, a row and the two diagonals.
inline constexpr std::array<int, 4> kDirections{1, kStride, kStride - 1, kStride + 1};

/// The cells of all fours in `cells`; none when there is no four.
[[nodiscard]] constexpr Cells fours_in(Cells cells) noexcept {
    Cells found = 0;
    for (const int step : kDirections) {
        const Cells pairs = cells & cells >> step;
        const Cells starts = pairs & pairs >> 2 * step;
        found |= starts | starts << step | starts << 2 * step | starts << 3 * step;
    }
    return found;
}

[[nodiscard]] constexpr bool has_four(Cells cells) noexcept {
    Cells starts = 0;
    for (const int step : kDirections) {
        const Cells pairs = cells & cells >> step;
        starts |= pairs & pairs >> 2 * step;
    }
    return starts != 0;
}

[[nodiscard]] constexpr Cells mirrored(Cells cells) noexcept {
    Cells image = 0;
    for (int column = 0; column < kColumns; ++column) {
        image |= (cells >> column * kStride & cells_of(0)) << (kColumns - 1 - column) * kStride;
    }
    return image;
}

struct Position {
    std::array<Cells, 2> discs{}; ///< by Side
    Side to_move = Side::First;

    [[nodiscard]] constexpr Cells own() const noexcept { return discs[index(to_move)]; }
    [[nodiscard]] constexpr Cells theirs() const noexcept { return discs[index(opponent(to_move))]; }
    [[nodiscard]] constexpr Cells taken() const noexcept { return discs[0] | discs[1]; }
    /// The cells on which a disc can fall: one for each column that has room.
    [[nodiscard]] constexpr Cells free_cells() const noexcept { return (taken() + kLowestCells) & kAllCells; }

    bool operator==(const Position&) const = default;
};

class Move {
  public:
    constexpr Move() = default;
    /// `column` from 0 to 6.
    constexpr explicit Move(int column) noexcept
        : column_(static_cast<std::uint8_t>(column)) {}
    [[nodiscard]] constexpr int column() const noexcept { return column_; }
    bool operator==(const Move&) const = default;

  private:
    std::uint8_t column_ = 0;
};

struct Rules : referee::LineGame<Rules, Position> {
    using Position = connect_four::Position;
    using Move = connect_four::Move;
    using Moves = referee::MoveList<Move, kColumns>;

    static constexpr std::string_view kName = "connect-four";
    static constexpr std::string_view kMoveForm = "MOVE column";
    static constexpr std::string_view kStartFen = "7/7/7/7/7/7 r 1";
    static constexpr referee::PerSide<char> kPieces{'r', 'y'};
    static constexpr std::size_t kNumbers = 1;
    static constexpr int kTurns = kColumns * kRows;
    static constexpr int kImages = 2;
    static constexpr int kListedPlies = 7;
    /// Quiet positions up to the mirror, after so many moves. From 8 moves on it is less: what draws are sure
    /// to find of the 77 715, 239 959 and 634 338 that there are.
    static constexpr std::array<std::uint64_t, 10> kOpenings{4,     25,     121,    568,     2'144,
                                                             7'638, 25'718, 75'000, 220'000, 570'000};

    /// From left to right.
    [[nodiscard]] static constexpr Moves moves(const Position& position) noexcept {
        Moves found;
        if (!ending(position)) {
            for (int column = 0; column < kColumns; ++column) {
                if (is_legal(position, Move(column))) {
                    found.push_back(Move(column));
                }
            }
        }
        return found;
    }
    [[nodiscard]] static constexpr std::optional<Move> named(const MoveNumbers& numbers) noexcept {
        const bool is_column = numbers.size() == kNumbers && numbers[0] >= 1 && numbers[0] <= kColumns;
        return is_column ? std::optional(Move(numbers[0] - 1)) : std::nullopt;
    }
    [[nodiscard]] static constexpr MoveNumbers numbers(Move move) noexcept { return {move.column() + 1}; }
    /// The game must go on.
    [[nodiscard]] static constexpr bool is_legal(const Position& position, Move move) noexcept {
        return (position.free_cells() & cells_of(move.column())) != 0;
    }
    [[nodiscard]] static constexpr Position after(const Position& position, Move move) noexcept {
        Position next = position;
        next.discs[index(position.to_move)] |= position.free_cells() & cells_of(move.column());
        next.to_move = opponent(position.to_move);
        return next;
    }
    [[nodiscard]] static constexpr bool is_line(Cells cells) noexcept { return has_four(cells); }
    [[nodiscard]] static constexpr bool is_full(const Position& position) noexcept {
        return position.taken() == kAllCells;
    }
    [[nodiscard]] static constexpr CanonicalKey key(const Position& position) noexcept {
        return std::min(CanonicalKey{position.own(), position.theirs()},
                        CanonicalKey{mirrored(position.own()), mirrored(position.theirs())});
    }
    [[nodiscard]] static constexpr Move image(Move move, int image) noexcept {
        return image == 0 ? move : Move(kColumns - 1 - move.column());
    }

    [[nodiscard]] static Position read_fen(std::string_view text);
    [[nodiscard]] static std::string fen(const Position& position);
    /// The letter of the column: digits would be taken for numbers of moves.
    [[nodiscard]] static std::string notation(const MoveNumbers& numbers) {
        return {static_cast<char>('a' + numbers[0] - 1)};
    }
    [[nodiscard]] static std::string why_illegal(const Position& position, const MoveNumbers& numbers);
    [[nodiscard]] static referee::Drawing draw(const Position& position);
    [[nodiscard]] static referee::Drawing draw(const Position& before, Move move);
    [[nodiscard]] static referee::MoveWords words(const Position& before, Move move);
};

} // namespace connect_four
