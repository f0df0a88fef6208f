#pragma once
// The two sides of a game. Source: docs/protocol.md, "The board".

#include <cstddef>
#include <cstdint>

namespace ataxx {

/// The player who moves first (shown as O, `x` in FEN) and the one who moves second (X, `o` in FEN).
enum class Side : std::uint8_t { First, Second };

[[nodiscard]] constexpr Side opponent(Side side) noexcept {
    return side == Side::First ? Side::Second : Side::First;
}

/// 0 for the first player, 1 for the second: the place of a side in a table of two.
[[nodiscard]] constexpr std::size_t index(Side side) noexcept {
    return static_cast<std::size_t>(side);
}

} // namespace ataxx
