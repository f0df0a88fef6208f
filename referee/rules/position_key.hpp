#pragma once
// What positions of a game have in common that are the same but for a symmetry.

#include "referee/base/splitmix64.hpp"

#include <compare>
#include <cstddef>
#include <cstdint>

namespace referee {

/// Equal for two positions of a game exactly when one is an image of the other, see the game's key(). The
/// stones of both sides, in the orientation in which they compare least. Turns taken are no part of it.
struct CanonicalKey {
    std::uint64_t own = 0; ///< of the side to move
    std::uint64_t theirs = 0;
    constexpr auto operator<=>(const CanonicalKey&) const = default;
};

/// For unordered containers.
struct CanonicalKeyHash {
    [[nodiscard]] constexpr std::size_t operator()(const CanonicalKey& key) const noexcept {
        return static_cast<std::size_t>(mixed(key.own, key.theirs));
    }
};

} // namespace referee
