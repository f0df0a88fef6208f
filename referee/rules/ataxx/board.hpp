#pragma once
// The 7 x 7 board: squares, sets of squares, and the squares near them. Pure values.
// Source: docs/protocol.md, "The board".

#include "referee/rules/ending.hpp"

#include <array>
#include <bit>
#include <cstdint>
#include <optional>

namespace ataxx {

using referee::index;
using referee::opponent;
using referee::Side;

inline constexpr int kBoardSize = 7;
inline constexpr int kSquares = kBoardSize * kBoardSize;

/// One of the 49 squares. Inside an index 0..48, in text (x, y) with both 1..7; index = (x-1)*7 + (y-1).
class Square {
  public:
    constexpr Square() = default;
    /// `index` must be 0..48.
    constexpr explicit Square(int index) noexcept
        : index_(static_cast<std::uint8_t>(index)) {}

    /// Empty when x or y is not 1..7.
    [[nodiscard]] static constexpr std::optional<Square> at(int x, int y) noexcept {
        if (x < 1 || x > kBoardSize || y < 1 || y > kBoardSize) {
            return std::nullopt;
        }
        return Square((x - 1) * kBoardSize + (y - 1));
    }

    [[nodiscard]] constexpr int index() const noexcept { return index_; }
    [[nodiscard]] constexpr int x() const noexcept { return index_ / kBoardSize + 1; }
    [[nodiscard]] constexpr int y() const noexcept { return index_ % kBoardSize + 1; }

    constexpr bool operator==(const Square&) const = default;

  private:
    std::uint8_t index_ = 0;
};

/// Steps of a king from `a` to `b`: max(|x2-x1|, |y2-y1|), 0..6.
[[nodiscard]] constexpr int distance(Square a, Square b) noexcept {
    const int dx = a.x() > b.x() ? a.x() - b.x() : b.x() - a.x();
    const int dy = a.y() > b.y() ? a.y() - b.y() : b.y() - a.y();
    return dx > dy ? dx : dy;
}

/// A set of squares; bit i is the square of index i.
class Bitboard {
  public:
    constexpr Bitboard() = default;
    constexpr explicit Bitboard(std::uint64_t bits) noexcept
        : bits_(bits) {}
    constexpr explicit Bitboard(Square square) noexcept
        : bits_(std::uint64_t{1} << square.index()) {}

    [[nodiscard]] constexpr std::uint64_t bits() const noexcept { return bits_; }
    [[nodiscard]] constexpr bool empty() const noexcept { return bits_ == 0; }
    [[nodiscard]] constexpr int count() const noexcept { return std::popcount(bits_); }
    [[nodiscard]] constexpr bool has(Square square) const noexcept {
        return (bits_ >> square.index() & 1) != 0;
    }

    /// The member with the lowest index. The set must not be empty.
    [[nodiscard]] constexpr Square lowest() const noexcept { return Square(std::countr_zero(bits_)); }
    [[nodiscard]] constexpr Bitboard without_lowest() const noexcept { return Bitboard(bits_ & (bits_ - 1)); }

    [[nodiscard]] constexpr Bitboard operator|(Bitboard other) const noexcept {
        return Bitboard(bits_ | other.bits_);
    }
    [[nodiscard]] constexpr Bitboard operator&(Bitboard other) const noexcept {
        return Bitboard(bits_ & other.bits_);
    }
    [[nodiscard]] constexpr Bitboard operator^(Bitboard other) const noexcept {
        return Bitboard(bits_ ^ other.bits_);
    }
    [[nodiscard]] constexpr Bitboard operator-(Bitboard other) const noexcept {
        return Bitboard(bits_ & ~other.bits_);
    }
    constexpr bool operator==(const Bitboard&) const = default;

  private:
    std::uint64_t bits_ = 0;
};

inline constexpr Bitboard kAllSquares{(std::uint64_t{1} << kSquares) - 1};

/// Calls `visit(Square)` for each member, in ascending index.
template<class Visit>
constexpr void for_each(Bitboard set, Visit&& visit) {
    for (; !set.empty(); set = set.without_lowest()) {
        visit(set.lowest());
    }
}

namespace detail {

[[nodiscard]] constexpr std::array<Bitboard, kSquares> squares_at_distance(int wanted) noexcept {
    std::array<Bitboard, kSquares> table{};
    for (int from = 0; from < kSquares; ++from) {
        for (int to = 0; to < kSquares; ++to) {
            if (distance(Square(from), Square(to)) == wanted) {
                table[static_cast<std::size_t>(from)] =
                    table[static_cast<std::size_t>(from)] | Bitboard(Square(to));
            }
        }
    }
    return table;
}

inline constexpr auto kAtOne = squares_at_distance(1);
inline constexpr auto kAtTwo = squares_at_distance(2);

[[nodiscard]] constexpr Bitboard line_of_y(int y) noexcept {
    Bitboard line;
    for (int x = 1; x <= kBoardSize; ++x) {
        line = line | Bitboard(*Square::at(x, y));
    }
    return line;
}

inline constexpr Bitboard kLowestY = line_of_y(1);
inline constexpr Bitboard kHighestY = line_of_y(kBoardSize);

} // namespace detail

/// The up to 8 squares at distance 1: where a stone can be cloned to, and which stones a move turns over.
[[nodiscard]] constexpr Bitboard neighbours(Square square) noexcept {
    return detail::kAtOne[static_cast<std::size_t>(square.index())];
}

/// The up to 16 squares at distance 2: where a stone can jump to.
[[nodiscard]] constexpr Bitboard jump_targets(Square square) noexcept {
    return detail::kAtTwo[static_cast<std::size_t>(square.index())];
}

/// All squares at distance 0 or 1 from a member of `set`.
[[nodiscard]] constexpr Bitboard grown(Bitboard set) noexcept {
    const std::uint64_t bits = set.bits();
    const std::uint64_t row =
        bits | (bits & ~detail::kHighestY.bits()) << 1 | (bits & ~detail::kLowestY.bits()) >> 1;
    return Bitboard(row | row << kBoardSize | row >> kBoardSize) & kAllSquares;
}

static_assert(kAllSquares.count() == 49);
static_assert(Square::at(1, 1)->index() == 0 && Square::at(7, 7)->index() == 48);
static_assert(Square(10).x() == 2 && Square(10).y() == 4);
static_assert(!Square::at(0, 1) && !Square::at(1, 8));
static_assert(neighbours(Square(0)).count() == 3 && jump_targets(Square(0)).count() == 5);
static_assert(neighbours(Square(24)).count() == 8 && jump_targets(Square(24)).count() == 16);
static_assert(
    [] {
        for (int i = 0; i < kSquares; ++i) {
            const Square square(i);
            const Bitboard around = grown(Bitboard(square));
            if (around != (neighbours(square) | Bitboard(square)) ||
                grown(around) != (around | jump_targets(square))) {
                return false;
            }
        }
        return true;
    }(),
    "grown() agrees with distances counted square by square, so no row wraps around");

} // namespace ataxx
