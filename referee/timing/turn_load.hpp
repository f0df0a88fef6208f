#pragma once
// Who used the machine during an agent's own turn: what can be said about a loss on time afterwards.
// Source: docs/clock.md.

#include <algorithm>
#include <chrono>

namespace referee {

/// Of one turn, or summed over turns. Only the part of a turn that was watched counts: turns of a fast agent
/// are not watched at all, and then everything is 0.
struct TurnLoad {
    std::chrono::nanoseconds watched{0}; ///< wall time of the agent's own turn, while it was watched
    std::chrono::nanoseconds cpu{0};     ///< processor time of the agent, its threads and what it started
    std::chrono::nanoseconds delay{0};   ///< it was ready to run and had no core; never more than idle()
    std::chrono::nanoseconds rival_cpu{
        0}; ///< processor time of the waiting agent, its threads, what it started

    std::chrono::nanoseconds excused{0}; ///< of delay: what `--clock fair` did not charge
    bool has_threads = false; ///< of a turn that was cut off: its other threads may have waited too, which
                              ///< delay does not tell

    /// Time in which none of its threads ran. Threads on several cores may use more time than passes.
    [[nodiscard]] std::chrono::nanoseconds idle() const noexcept {
        return std::max(std::chrono::nanoseconds(0), watched - cpu);
    }
    TurnLoad& operator+=(const TurnLoad& more) noexcept {
        watched += more.watched;
        cpu += more.cpu;
        delay += more.delay;
        rival_cpu += more.rival_cpu;
        excused += more.excused;
        return *this;
    }
    bool operator==(const TurnLoad&) const = default;
};

/// Less than this is what any machine does now and then.
inline constexpr std::chrono::milliseconds kLeastThatMatters{10};

/// Whether a turn that was lost on time may not have been the agent's fault: the machine, or the waiting
/// agent, kept it from running for at least 10 ms and at least 1 % of its `budget` for the game, and that was
/// charged. The charged delays of all its turns, `game_delay`, were on the clock that ran out in this one.
[[nodiscard]] inline bool is_disputed(const TurnLoad& turn, std::chrono::nanoseconds game_delay,
                                      std::chrono::nanoseconds budget) noexcept {
    const auto by_rival =
        turn.has_threads ? std::min(turn.rival_cpu, turn.idle()) : std::chrono::nanoseconds(0);
    const auto kept_waiting = std::max({turn.delay - turn.excused, game_delay, by_rival - turn.excused});
    return kept_waiting >= kLeastThatMatters && kept_waiting * 100 >= budget;
}

/// Whether the waiting agent worked while this one's clock ran: at least 10 ms, and more than a tenth of the
/// time.
[[nodiscard]] inline bool shows_interference(const TurnLoad& load) noexcept {
    return load.rival_cpu >= kLeastThatMatters && load.rival_cpu * 10 > load.watched;
}

} // namespace referee
