#pragma once
// One agent of a game: its process and what was seen of it, how its output is drained, how it is held still
// and how it is ended, and what else may have decided over its reply.
// Source: docs/security.md, "The agent that waits"; docs/faults.md, "Tampering".

#include "referee/base/stop_token.hpp"
#include "referee/base/time.hpp"
#include "referee/process/orphans.hpp"
#include "referee/process/process.hpp"
#include "referee/process/sandbox/cell.hpp"
#include "referee/rules/ending.hpp"
#include "referee/talk/agents.hpp"
#include "referee/talk/protocol.hpp"
#include "referee/talk/trace.hpp"
#include "referee/timing/stall_watch.hpp"
#include "referee/timing/tampering.hpp"

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace referee {

/// Whoever starts the process also ends it. Whoever reads from it notes what was seen. A process may play
/// several games, on either side.
struct Seat {
    Side side = Side::First;
    int agent = 0; ///< 1 or 2; 0: nobody sat here yet
    const Manner* manner = nullptr;
    std::unique_ptr<Process> process{};
    std::uint64_t seed = 0; ///< REFEREE_SEED of the process
    std::unique_ptr<AnswerReader> reader{};
    bool is_new = true; ///< in its first game
    PingHabit ping_habit{};
    bool out_closed = false; ///< the end of its standard output was read
    bool err_closed = false; ///< the end of its standard error was read
    bool in_broken = false;  ///< nobody can read what is written to it
    bool has_exited = false;
    SteadyTime::time_point exited_at{}; ///< when has_exited was set
    std::string stderr_tail{};
    std::chrono::nanoseconds processor_before{0}; ///< processor time until the end of its last game
};

// Reading what agents write when no answer is read: standard error, and output that nobody asked for.

/// Reads without waiting, writes all bytes to the trace, and keeps the end of each agent's standard error.
class Drain {
  public:
    /// Keeps the last `stderr_bytes` of each agent's standard error. `trace` must outlive it.
    Drain(std::size_t stderr_bytes, Trace& trace) noexcept
        : stderr_bytes_(stderr_bytes)
        , trace_(trace) {}

    /// One read of standard output: the bytes that came, valid until the next call. At the end of the stream
    /// notes it in the seat.
    std::string_view output(Seat& seat);

    /// One read of standard error. At the end of the stream notes it in the seat. False when nothing came.
    bool errors(Seat& seat);

    /// Reads the standard error that an agent has written until now. Returns the last bytes of all.
    [[nodiscard]] std::string last_errors(Seat& seat);

  private:
    std::string_view read(int fd, bool& is_closed);

    std::size_t stderr_bytes_;
    Trace& trace_;
    std::array<char, 16 * 1024> buffer_;
};

// Holding the agent still whose turn it is not, so that it takes no processor time from the mover.

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

// Ending agents that were told to finish: signals, each with a time to take effect.

/// The agents that leave; nullptr for one that stays.
using Leaving = std::array<Seat*, 2>;

/// Waits up to `finish_wait` for the exit of the agents, then sends SIGTERM, and after 100 ms SIGKILL,
/// several times. Reads what they write meanwhile. Afterwards they have exited and are not reaped, or the
/// kernel does not end them within 10 s. A requested `stop` shortens the waits to 300 ms together. `own` is
/// of this thread: an exit is not taken for later because it was late. Throws std::system_error when the
/// machine cannot wait.
void see_off(const Leaving& leaving, std::chrono::milliseconds finish_wait, StopToken stop, StallMeter& own,
             Drain& drain);

// Whether something other than the play of the two agents decided over a reply.

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
