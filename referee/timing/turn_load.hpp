#pragma once
// Who used the machine during an agent's own turn: the evidence about a loss on time.
// Source: docs/faults.md.

#include <algorithm>
#include <chrono>

namespace referee {

/// Of one turn, or summed over turns. Only the watched part of a turn counts: turns of a fast agent are not
/// watched, and all values are 0.
struct TurnLoad {
    std::chrono::nanoseconds watched{0};   ///< wall time of the agent's own turn while it was watched
    std::chrono::nanoseconds cpu{0};       ///< processor time of the agent, its threads and what it started
    std::chrono::nanoseconds delay{0};     ///< the agent was ready to run and had no core; at most idle()
    std::chrono::nanoseconds rival_cpu{0}; ///< the same as cpu, of the waiting agent
    std::chrono::nanoseconds throttled{0}; ///< the part of delay that a quota of processor time explains
    std::chrono::nanoseconds excused{0};   ///< the part of delay that `--clock fair` did not charge
    /// Of a turn that was cut off: the agent has threads whose waits are not in delay.
    bool has_threads = false;

    /// Time in which no thread of the agent ran. Threads on several cores may use more time than passes.
    [[nodiscard]] std::chrono::nanoseconds idle() const noexcept {
        return std::max(std::chrono::nanoseconds(0), watched - cpu);
    }
    TurnLoad& operator+=(const TurnLoad& more) noexcept {
        watched += more.watched;
        cpu += more.cpu;
        delay += more.delay;
        rival_cpu += more.rival_cpu;
        throttled += more.throttled;
        excused += more.excused;
        return *this;
    }
    bool operator==(const TurnLoad&) const = default;
};

/// Any machine takes less than this from an agent now and then.
inline constexpr std::chrono::milliseconds kLeastThatMatters{10};

/// Whether the loss of a turn on time may not be the agent's fault: the machine, or the waiting agent, kept
/// the agent from running for at least 10 ms and at least 1 % of its `budget` for the game, and that time was
/// charged. `game_delay` is the charged delay of all turns of the agent: it was on the clock that ran out in
/// this turn.
[[nodiscard]] inline bool is_disputed(const TurnLoad& turn, std::chrono::nanoseconds game_delay,
                                      std::chrono::nanoseconds budget) noexcept {
    const auto by_rival =
        turn.has_threads ? std::min(turn.rival_cpu, turn.idle()) : std::chrono::nanoseconds(0);
    const auto kept_waiting = std::max({turn.delay - turn.excused, game_delay, by_rival - turn.excused});
    return kept_waiting >= kLeastThatMatters && kept_waiting * 100 >= budget;
}

/// Whether the agent neither ran nor waited for a core in at least half of `time`. An agent that was held
/// still, or whose answer nobody read, looks like that, and so does one that sleeps.
[[nodiscard]] inline bool stood_still(const TurnLoad& load, std::chrono::nanoseconds time) noexcept {
    const auto still = load.idle() - load.delay;
    return still >= kLeastThatMatters && still * 2 >= time;
}

/// Whether the waiting agent worked while this agent's clock ran: for at least 10 ms, and more than a tenth
/// of the watched time.
[[nodiscard]] inline bool shows_interference(const TurnLoad& load) noexcept {
    return load.rival_cpu >= kLeastThatMatters && load.rival_cpu * 10 > load.watched;
}

} // namespace referee
