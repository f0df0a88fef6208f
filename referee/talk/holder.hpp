#pragma once
// Holding the agent still whose turn it is not, so that it takes no processor time from the mover.
// Source: docs/security.md, "The agent that waits".

#include "referee/process/sandbox/cell.hpp"
#include "referee/rules/side.hpp"
#include "referee/timing/turn_load.hpp"

#include <chrono>

namespace referee {

/// An agent that sleeps while it waits costs nothing, unless turns are long: once a turn has lasted three
/// milliseconds, the one that waits is held. One that was seen to work in a turn of its rival is held from
/// the start of all later turns of the run. An agent without a cell is never held.
class Holder {
  public:
    static constexpr std::chrono::milliseconds kLatest{3};
    /// An honest agent tidies up for a moment after its move.
    static constexpr std::chrono::microseconds kMostWork{200};

    /// The cells of the agents of a game; nullptr: never held. Nobody is held yet.
    void game_begins(const PerSide<SandboxCell*>& cells) noexcept;
    /// Call it before the mover is asked.
    void turn_begins(Side mover) noexcept;
    /// Call it when the turn of the mover has lasted `so_far`.
    void turn_lasts(std::chrono::nanoseconds so_far) noexcept;
    /// When to call turn_lasts(), from the start of the turn; the greatest time when there is nobody to hold.
    [[nodiscard]] std::chrono::nanoseconds next_look() const noexcept;
    /// The turn ended; `load` is what was seen of it.
    void turn_ends(const TurnLoad& load) noexcept;
    /// Everybody goes on: both agents are asked something, or the game is over.
    void release() noexcept;

  private:
    void hold(Side side, bool still) noexcept;

    PerSide<SandboxCell*> cells_{};
    PerSide<bool> is_held_{};
    Side mover_ = Side::First;
};

} // namespace referee
