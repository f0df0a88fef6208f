#pragma once
// The two sides of a game, and one value for each of them. Source: docs/protocol.md, "The board".

#include <array>
#include <cstddef>
#include <cstdint>

namespace referee {

/// The player who moves first (shown as O, `x` in FEN) and the one who moves second (X, `o` in FEN).
enum class Side : std::uint8_t { First, Second };

/// Both, in the order in which they move.
inline constexpr std::array<Side, 2> kSides{Side::First, Side::Second};

[[nodiscard]] constexpr Side opponent(Side side) noexcept {
    return side == Side::First ? Side::Second : Side::First;
}

/// Whose turn it is after `turns` turns. The sides move in turn; a pass is a turn.
[[nodiscard]] constexpr Side side_to_move(std::uint64_t turns) noexcept {
    return turns % 2 == 0 ? Side::First : Side::Second;
}

/// One value for each side. Only a Side finds a value in it, so that sides and players cannot be mixed up.
template<class Value>
struct PerSide {
    Value first{};
    Value second{};

    [[nodiscard]] constexpr Value& operator[](Side side) noexcept {
        return side == Side::First ? first : second;
    }
    [[nodiscard]] constexpr const Value& operator[](Side side) const noexcept {
        return side == Side::First ? first : second;
    }
    bool operator==(const PerSide&) const = default;
};

/// 0 for the first player, 1 for the second: the place of a side in a table of two.
[[nodiscard]] constexpr std::size_t index(Side side) noexcept {
    return static_cast<std::size_t>(side);
}

} // namespace referee
