#pragma once
// The 8 ways to turn and mirror the board, and which positions are the same but for them.
// Nothing in the rules tells one orientation from another, nor one colour from the other, so that positions
// with the same canonical key have the same game tree. Source: the dihedral group of the square.

#include "referee/rules/ataxx/position.hpp"
#include "referee/rules/rules.hpp"

#include <array>
#include <cstddef>
#include <cstdint>

namespace ataxx {

/// What becomes of the square (x, y). The value is a set of three bits, applied in this order: 1 swaps x and
/// y, 2 turns x into 8 - x, 4 turns y into 8 - y.
enum class Symmetry : std::uint8_t {
    Identity,         ///< (x, y)
    MainDiagonal,     ///< (y, x)
    MirrorX,          ///< (8-x, y)
    QuarterTurn,      ///< (8-y, x)
    MirrorY,          ///< (x, 8-y)
    ThreeQuarterTurn, ///< (y, 8-x)
    HalfTurn,         ///< (8-x, 8-y)
    AntiDiagonal,     ///< (8-y, 8-x)
};

inline constexpr std::array<Symmetry, 8> kSymmetries{
    Symmetry::Identity, Symmetry::MainDiagonal,     Symmetry::MirrorX,  Symmetry::QuarterTurn,
    Symmetry::MirrorY,  Symmetry::ThreeQuarterTurn, Symmetry::HalfTurn, Symmetry::AntiDiagonal};

namespace detail {

[[nodiscard]] constexpr Square computed_image(Square square, Symmetry symmetry) noexcept {
    const auto bits = static_cast<unsigned>(symmetry);
    const int x = (bits & 1U) != 0 ? square.y() : square.x();
    const int y = (bits & 1U) != 0 ? square.x() : square.y();
    return *Square::at((bits & 2U) != 0 ? kBoardSize + 1 - x : x, (bits & 4U) != 0 ? kBoardSize + 1 - y : y);
}

/// By symmetry, then by the square's index.
inline constexpr auto kImages = [] {
    std::array<std::array<Square, kSquares>, kSymmetries.size()> images{};
    for (const Symmetry symmetry : kSymmetries) {
        for (int i = 0; i < kSquares; ++i) {
            images[static_cast<std::size_t>(symmetry)][static_cast<std::size_t>(i)] =
                computed_image(Square(i), symmetry);
        }
    }
    return images;
}();

} // namespace detail

[[nodiscard]] constexpr Square transformed(Square square, Symmetry symmetry) noexcept {
    return detail::kImages[static_cast<std::size_t>(symmetry)][static_cast<std::size_t>(square.index())];
}

[[nodiscard]] constexpr Bitboard transformed(Bitboard set, Symmetry symmetry) noexcept {
    Bitboard image;
    for_each(set, [&](Square square) { image = image | Bitboard(transformed(square, symmetry)); });
    return image;
}

/// A pass stays a pass.
[[nodiscard]] constexpr Move transformed(Move move, Symmetry symmetry) noexcept {
    return move.is_pass() ? move : Move(transformed(move.from(), symmetry), transformed(move.to(), symmetry));
}

/// The same side is to move.
[[nodiscard]] constexpr Position transformed(const Position& position, Symmetry symmetry) noexcept {
    return {transformed(position.stones(Side::First), symmetry),
            transformed(position.stones(Side::Second), symmetry), position.to_move()};
}

/// The symmetry that does `first`, then `second`.
[[nodiscard]] constexpr Symmetry composed(Symmetry first, Symmetry second) noexcept {
    // A swap of x and y carries a mirror of one over to the other.
    const auto a = static_cast<unsigned>(first);
    const auto b = static_cast<unsigned>(second);
    const unsigned mirrors = (b & 1U) == 0 ? a & 6U : (a & 2U) << 1 | (a & 4U) >> 1;
    return static_cast<Symmetry>(((a ^ b) & 1U) | (mirrors ^ (b & 6U)));
}

/// Every stone and the turn pass to the other side.
[[nodiscard]] constexpr Position with_sides_swapped(const Position& position) noexcept {
    return {position.stones(Side::Second), position.stones(Side::First), opponent(position.to_move())};
}

using referee::CanonicalKey;

/// Equal for two positions exactly when one becomes the other by a symmetry, with or without a swap of the
/// sides. Turns taken are no part of it.
[[nodiscard]] constexpr CanonicalKey canonical_key(const Position& position) noexcept {
    CanonicalKey least{position.own().bits(), position.theirs().bits()};
    for (const Symmetry symmetry : kSymmetries) {
        const CanonicalKey key{transformed(position.own(), symmetry).bits(),
                               transformed(position.theirs(), symmetry).bits()};
        least = key < least ? key : least;
    }
    return least;
}

static_assert(transformed(*Square::at(2, 3), Symmetry::QuarterTurn) == *Square::at(5, 2));
static_assert(transformed(Position(), Symmetry::HalfTurn) == Position() &&
                  transformed(Position(), Symmetry::MainDiagonal) == Position() &&
                  transformed(Position(), Symmetry::AntiDiagonal) == Position(),
              "half of the symmetries keep the start as it is");
static_assert(transformed(Position(), Symmetry::QuarterTurn) == with_sides_swapped(Position()).pass() &&
                  transformed(Position(), Symmetry::MirrorX) == with_sides_swapped(Position()).pass(),
              "the other half change the stones of the start between the sides");

} // namespace ataxx
