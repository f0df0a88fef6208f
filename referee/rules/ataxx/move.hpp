#pragma once
// A move: clone, jump or pass; in messages the four numbers x1 y1 x2 y2.
// Source: docs/protocol.md, "The game" and "The messages".

#include "referee/rules/ataxx/board.hpp"
#include "referee/rules/move_numbers.hpp"

#include <cstdint>
#include <optional>
#include <string>

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

} // namespace ataxx
