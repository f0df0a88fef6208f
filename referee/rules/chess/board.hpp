#pragma once
// Squares of a chess board, sets of them, and what a piece on a square attacks. Sliders go along rays to the
// first piece in the way. Source: FIDE Laws of Chess, article 3.

#include "referee/rules/ending.hpp"

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>

namespace chess {

using referee::Side;

inline constexpr int kBoardSize = 8;
inline constexpr int kSquares = kBoardSize * kBoardSize;

/// What a piece is. From Knight to Queen the values are the promotions in a move's numbers.
enum class Kind : std::uint8_t { None, Pawn, Knight, Bishop, Rook, Queen, King };

/// All kinds but None.
inline constexpr std::array kKinds{Kind::Pawn, Kind::Knight, Kind::Bishop,
                                   Kind::Rook, Kind::Queen,  Kind::King};
/// What a pawn may become.
inline constexpr std::array kPromotions{Kind::Knight, Kind::Bishop, Kind::Rook, Kind::Queen};

/// Files and ranks count from 0 here: a1 is file 0 and rank 0.
class Square {
  public:
    /// a1.
    constexpr Square() = default;
    /// `index`: 0 a1, 1 b1, ... 63 h8.
    constexpr explicit Square(int index) noexcept
        : index_(static_cast<std::uint8_t>(index)) {}
    /// Both from 0 to 7.
    constexpr Square(int file, int rank) noexcept
        : Square(rank * kBoardSize + file) {}

    /// The square whose number in messages is `number`: file and rank as two digits, 52 is e2. Empty when it
    /// is not on the board.
    [[nodiscard]] static constexpr std::optional<Square> numbered(int number) noexcept {
        const int file = number / 10 - 1;
        const int rank = number % 10 - 1;
        const bool is_on_board = file >= 0 && file < kBoardSize && rank >= 0 && rank < kBoardSize;
        return is_on_board ? std::optional(Square(file, rank)) : std::nullopt;
    }
    [[nodiscard]] constexpr int number() const noexcept { return 10 * (file() + 1) + rank() + 1; }

    [[nodiscard]] constexpr int index() const noexcept { return index_; }
    [[nodiscard]] constexpr int file() const noexcept { return index_ % kBoardSize; }
    [[nodiscard]] constexpr int rank() const noexcept { return index_ / kBoardSize; }

    constexpr bool operator==(const Square&) const = default;

  private:
    std::uint8_t index_ = 0;
};

/// A set of squares: a bit for each, by its index.
using Squares = std::uint64_t;

[[nodiscard]] constexpr Squares set_of(Square square) noexcept {
    return Squares{1} << square.index();
}
[[nodiscard]] constexpr bool has(Squares squares, Square square) noexcept {
    return (squares & set_of(square)) != 0;
}
/// `squares` must not be empty.
[[nodiscard]] constexpr Square lowest(Squares squares) noexcept {
    return Square(std::countr_zero(squares));
}
/// Calls `body` with each square, lowest index first.
template<class Body>
constexpr void for_each(Squares squares, Body&& body) {
    for (; squares != 0; squares &= squares - 1) {
        body(lowest(squares));
    }
}

/// `rank`: 0 to 7.
[[nodiscard]] constexpr Squares rank_set(int rank) noexcept {
    return Squares{0xff} << rank * kBoardSize;
}
/// From `a` to `b` on one rank, both included.
[[nodiscard]] constexpr Squares span_of(Square a, Square b) noexcept {
    const auto [low, high] = a.index() < b.index() ? std::pair(a, b) : std::pair(b, a);
    return (set_of(high) | (set_of(high) - 1)) & ~(set_of(low) - 1);
}

/// Every square moved by so many files and ranks; what leaves the board is gone.
[[nodiscard]] constexpr Squares shifted(Squares squares, int files, int ranks) noexcept {
    constexpr Squares kFirstFile = 0x0101010101010101;
    for (; files > 0; --files) {
        squares = squares << 1 & ~kFirstFile;
    }
    for (; files < 0; ++files) {
        squares = (squares & ~kFirstFile) >> 1;
    }
    return ranks >= 0 ? squares << ranks * kBoardSize : squares >> -ranks * kBoardSize;
}

/// The side's first rank, 0 or 7.
[[nodiscard]] constexpr int home_rank(Side side) noexcept {
    return side == Side::First ? 0 : kBoardSize - 1;
}
/// By how many ranks its pawns go forward: 1 or -1.
[[nodiscard]] constexpr int forward(Side side) noexcept {
    return side == Side::First ? 1 : -1;
}

namespace detail {

struct Step {
    int files;
    int ranks;
};
/// The first four lead to squares of a higher index; the other four are their opposites.
inline constexpr std::array kDirections{Step{0, 1},  Step{1, 0},  Step{1, 1},   Step{-1, 1},
                                        Step{0, -1}, Step{-1, 0}, Step{-1, -1}, Step{1, -1}};
inline constexpr std::array kKnightSteps{Step{1, 2},   Step{2, 1},   Step{2, -1}, Step{1, -2},
                                         Step{-1, -2}, Step{-2, -1}, Step{-2, 1}, Step{-1, 2}};

using SetOfEach = std::array<Squares, kSquares>;

/// For each square those that are one of `steps` away.
[[nodiscard]] constexpr SetOfEach steps_from_each(const std::array<Step, 8>& steps) noexcept {
    SetOfEach sets{};
    for (int i = 0; i < kSquares; ++i) {
        for (const auto [files, ranks] : steps) {
            sets[static_cast<std::size_t>(i)] |= shifted(set_of(Square(i)), files, ranks);
        }
    }
    return sets;
}
inline constexpr SetOfEach kKnightTargets = steps_from_each(kKnightSteps);
inline constexpr SetOfEach kKingTargets = steps_from_each(kDirections);

/// For each direction and square all squares in that direction up to the edge.
inline constexpr auto kRays = [] {
    std::array<SetOfEach, kDirections.size()> rays{};
    for (std::size_t direction = 0; direction < rays.size(); ++direction) {
        for (std::size_t i = 0; i < rays[direction].size(); ++i) {
            const auto [files, ranks] = kDirections[direction];
            Squares next = set_of(Square(static_cast<int>(i)));
            while ((next = shifted(next, files, ranks)) != 0) {
                rays[direction][i] |= next;
            }
        }
    }
    return rays;
}();

/// From `from` to the first square of `taken`, which is included.
[[nodiscard]] constexpr Squares ray(std::size_t direction, Square from, Squares taken) noexcept {
    const SetOfEach& rays = kRays[direction];
    const Squares whole = rays[static_cast<std::size_t>(from.index())];
    const Squares in_the_way = whole & taken;
    if (in_the_way == 0) {
        return whole;
    }
    const bool leads_up = direction < kDirections.size() / 2;
    const int first = leads_up ? std::countr_zero(in_the_way) : kSquares - 1 - std::countl_zero(in_the_way);
    return whole & ~rays[static_cast<std::size_t>(first)];
}

} // namespace detail

[[nodiscard]] constexpr Squares knight_attacks(Square from) noexcept {
    return detail::kKnightTargets[static_cast<std::size_t>(from.index())];
}
[[nodiscard]] constexpr Squares king_attacks(Square from) noexcept {
    return detail::kKingTargets[static_cast<std::size_t>(from.index())];
}
/// `taken`: the squares of all pieces.
[[nodiscard]] constexpr Squares rook_attacks(Square from, Squares taken) noexcept {
    return detail::ray(0, from, taken) | detail::ray(1, from, taken) | detail::ray(4, from, taken) |
           detail::ray(5, from, taken);
}
[[nodiscard]] constexpr Squares bishop_attacks(Square from, Squares taken) noexcept {
    return detail::ray(2, from, taken) | detail::ray(3, from, taken) | detail::ray(6, from, taken) |
           detail::ray(7, from, taken);
}
/// What pawns of `side` on these squares attack.
[[nodiscard]] constexpr Squares pawn_attacks(Squares pawns, Side side) noexcept {
    return shifted(pawns, -1, forward(side)) | shifted(pawns, 1, forward(side));
}

} // namespace chess
