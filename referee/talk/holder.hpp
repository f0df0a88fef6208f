#pragma once
// Holding the agent still whose turn it is not, so that it takes no processor time from the mover.
// Source: docs/security.md, "The agent that waits".

#include "referee/process/sandbox/cell.hpp"
#include "referee/rules/side.hpp"

#include <chrono>

namespace referee {

/// Short turns cost nothing: once a turn of an agent has taken a millisecond, its rival is held in all
/// further turns of the game from their start, and before that once a turn has lasted ten milliseconds. An
/// agent without a cell is never held.
class Holder {
  public:
    static constexpr std::chrono::milliseconds kLongTurn{1};
    static constexpr std::chrono::milliseconds kLatest{10};

    /// The cells of the agents of a game; nullptr: never held. Nobody is held yet.
    void game_begins(const PerSide<SandboxCell*>& cells) noexcept;
    /// Call it before the mover is asked.
    void turn_begins(Side mover) noexcept;
    /// Call it when the turn of the mover has lasted `so_far`.
    void turn_lasts(std::chrono::nanoseconds so_far) noexcept;
    /// The turn took this long.
    void turn_ends(std::chrono::nanoseconds took) noexcept;
    /// Everybody goes on: both agents are asked something, or the game is over.
    void release() noexcept;

  private:
    void hold(Side side, bool still) noexcept;

    PerSide<SandboxCell*> cells_{};
    PerSide<bool> takes_long_{}; ///< a turn of it took kLongTurn in this game
    Side mover_ = Side::First;
};

} // namespace referee
