#pragma once
// What a verdict needs to know of a game, the same for real and simulated games.

#include "referee/game/record.hpp"

#include <cstdint>
#include <optional>

namespace sprt {

struct GameResult {
    std::uint64_t game = 0; ///< from 0, in schedule order
    std::uint64_t pair = 0; ///< two consecutive games with the seats swapped
    /// Fingerprint of the opening; empty for a game that ended before it began.
    std::optional<std::uint64_t> opening;
    /// Fingerprint of the seats, all moves (those of the opening too) and the result. A game that an agent
    /// lost by a fault equals no other game, so that each such loss counts.
    std::uint64_t moves = 0;
    std::optional<referee::Winner> winner; ///< empty: not scored
    bool broken_off = false; ///< ended by a fault or a time loss of an agent; such a game equals no other
    bool faulty = false;     ///< ended by a fault of an agent; time losses are none
    bool disputed = false;   ///< ended by a disputed time loss
};

/// The result of `record`, with 64-bit fingerprints. Among 100 000 games, two different ones have the same
/// fingerprint with a probability of about 1e-9.
[[nodiscard]] GameResult result_of(const referee::GameRecord& record) noexcept;

} // namespace sprt
