#pragma once
// Whether something other than the play of the two agents decided over a reply.
// Source: docs/faults.md, "Tampering".

#include "referee/base/stop_token.hpp"
#include "referee/base/time.hpp"
#include "referee/process/orphans.hpp"
#include "referee/talk/agents.hpp"
#include "referee/talk/seat.hpp"
#include "referee/timing/stall_watch.hpp"
#include "referee/timing/tampering.hpp"

#include <chrono>
#include <cstdint>
#include <optional>

namespace referee {

/// Whether `reply` is a loss that somebody else can have brought about.
[[nodiscard]] bool is_lost(const Reply& reply) noexcept;

/// Sees what stopped or traced the agents of one game after the other.
class DisturbanceWatch {
  public:
    /// All of them must outlive it.
    DisturbanceWatch(const PerSide<Seat>& seats, StallWatch& stalls, Orphans& orphans,
                     StopToken stop) noexcept
        : seats_(seats)
        , stalls_(stalls)
        , orphans_(orphans)
        , stop_(stop) {}

    /// Call it when the processes of a game run: what stopped before disturbs nothing in it. `are_free`: the
    /// agents that play without a sandbox.
    void game_begins(const PerSide<bool>& are_free);
    /// What disturbed `reply`, which is that of `asked`; empty: nothing. A short turn that ended well costs
    /// nothing. Waits half a second when the agent alone was stopped: what stops all may stop one after the
    /// other.
    [[nodiscard]] std::optional<Disturbed> seen_in(const Reply& reply, Side asked, bool is_turn);

  private:
    /// What is known of the stops of an agent.
    struct Stops {
        /// The latest signal that stopped it, or SIGCONT; empty: none since its last reply was looked at.
        std::optional<int> seen{};
        SteadyTime::time_point looked_at{}; ///< when that was
    };
    void look(Side side);
    [[nodiscard]] Standstill standstill(Side asked, bool waits);
    [[nodiscard]] bool is_traced(Side side);
    [[nodiscard]] bool has_left(std::uint64_t seed, pid_t pid);
    bool pause(std::chrono::milliseconds time) const;

    const PerSide<Seat>& seats_;
    StallWatch& stalls_;
    Orphans& orphans_;
    StopToken stop_;
    PerSide<bool> are_free_{};
    PerSide<Stops> stops_;
};

} // namespace referee
