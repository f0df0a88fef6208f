#pragma once
// What a game counts for agent 1.

#include "referee/game/record.hpp"
#include "sprt/stats/counts.hpp"

#include <cstddef>
#include <cstdint>

namespace sprt {

/// The count of games that end like this.
[[nodiscard]] constexpr std::uint64_t& games_with(Wld& games, referee::Winner winner) noexcept {
    switch (winner) {
    case referee::Winner::Agent1:
        return games.wins;
    case referee::Winner::Agent2:
        return games.losses;
    case referee::Winner::Draw:
        break;
    }
    return games.draws;
}

/// Agent 1's points in halves: 2 for a win, 1 for a draw, 0 for a loss.
[[nodiscard]] constexpr std::size_t half_points(referee::Winner winner) noexcept {
    switch (winner) {
    case referee::Winner::Agent1:
        return 2;
    case referee::Winner::Draw:
        return 1;
    case referee::Winner::Agent2:
        break;
    }
    return 0;
}

} // namespace sprt
