#pragma once
// What a verdict needs to know of a game. Real games and simulated ones come down to this.

#include "referee/game/record.hpp"

#include <cstdint>
#include <optional>

namespace sprt {

struct GameResult {
    std::uint64_t game = 0; ///< from 0, in schedule order
    std::uint64_t pair = 0; ///< two neighbours with the seats swapped
    /// Equal when the games began alike; empty for one that ended before it could begin.
    std::optional<std::uint64_t> opening;
    std::uint64_t moves = 0; ///< equal when seats and all moves, those of the opening too, were equal; a game
                             ///< that an agent lost by a fault is equal to no other: each such loss counts
    std::optional<referee::Winner> winner; ///< empty: not scored
    bool disputed = false;                 ///< ended by a disputed time loss
};

/// 64-bit fingerprints stand for the opening and the moves: games that differ are taken for equal with a
/// probability of 1e-9 among 100 000.
[[nodiscard]] GameResult result_of(const referee::GameRecord& record) noexcept;

} // namespace sprt
