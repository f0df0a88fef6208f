#pragma once
// Whether an agent was hindered by somebody else in its turn, and whether anything stood still.
// Source: docs/faults.md, "Tampering".

#include "referee/process/limits.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include <sys/resource.h>
#include <sys/types.h>

namespace referee {

/// Why a game says nothing of its agents.
enum class Disturbance : std::uint8_t {
    Tampering,         ///< an agent was stopped or traced, which the other one can have done
    RefereeStopped,    ///< the referee was stopped by a signal while an agent's clock ran
    MachineSuspended,  ///< the referee and the agents stood still alike
    MachineOverloaded, ///< no agent got ready in time, and each waited for a core
    OutOfMemory,       ///< the kernel ended an agent for want of memory that was not its own
};

/// What is known of who stood still in a game.
struct Standstill {
    /// Whether a SIGCONT came for the referee: from a process of the run, or from another one.
    enum class Continued : std::uint8_t { No, ByOurs, ByOthers } continued = Continued::No;
    bool referee = false;      ///< it stood still in a wait for an agent
    bool referee_long = false; ///< for longer than a noisy machine does
    bool agent = false;        ///< a signal stopped the agent that was asked
    /// Others let the referee go on at about that time. A stop that lasts for no moment may leave no other
    /// trace: a SIGCONT takes away a SIGSTOP that a process without a core has not obeyed yet.
    bool agent_like_referee = false;
    bool free_agents = false; ///< one stopped each agent that plays without a sandbox
};

/// What stood still, so that the game says nothing; empty: nothing, or an agent alone. Agents stop others by
/// signals: of what stops without one, and of what stops all alike, they are not the cause.
[[nodiscard]] constexpr std::optional<Disturbance> disturbance_of(const Standstill& seen) noexcept {
    using Continued = Standstill::Continued;
    const bool is_alike =
        seen.continued == Continued::ByOthers && seen.free_agents && (seen.referee || seen.agent);
    const bool is_burst = seen.continued != Continued::ByOurs && seen.agent && seen.agent_like_referee;
    if (is_alike || is_burst || (seen.continued == Continued::No && seen.referee_long)) {
        return Disturbance::MachineSuspended;
    }
    return seen.referee_long ? std::optional(Disturbance::RefereeStopped) : std::nullopt;
}

/// What else is seen of an agent at the end of a turn.
struct AgentSeen {
    bool was_stopped = false;      ///< a signal stopped it since the last look
    bool is_traced = false;        ///< by a process of the run that it did not start
    bool rival_is_shut_in = false; ///< the other agent plays in a sandbox: it cannot signal or trace
};

/// What was done to the agent that the other one can have done, in words; empty when there is nothing. What
/// an agent that is alone with itself suffers is its own doing.
[[nodiscard]] constexpr std::optional<std::string_view> tampering_seen(const AgentSeen& seen) noexcept {
    if (seen.rival_is_shut_in) {
        return std::nullopt;
    }
    if (seen.was_stopped) {
        return "the other agent was stopped by a signal";
    }
    if (seen.is_traced) {
        return "the other agent was traced";
    }
    return std::nullopt;
}

/// Limits whose change from outside makes a process fail (RLIMIT_...).
inline constexpr std::array kHarmfulLimits{RLIMIT_AS,     RLIMIT_CPU,   RLIMIT_DATA, RLIMIT_FSIZE,
                                           RLIMIT_NOFILE, RLIMIT_NPROC, RLIMIT_STACK};

/// How much of the machine a process may use.
struct Share {
    int nice = 0;           ///< the higher, the less urgent
    std::vector<int> cores; ///< ascending
    /// Soft limits, in the order of kHarmfulLimits; RLIM_INFINITY where the kernel does not tell.
    std::array<rlim_t, kHarmfulLimits.size()> limits{};

    /// Takes those of `set` that are in kHarmfulLimits.
    void set_limits(std::span<const ResourceLimit> set);
};

/// Whether `now` is less than what was `given`: a higher nice value, a lower limit, or a core is missing.
[[nodiscard]] bool is_less(const Share& now, const Share& given);

/// The share of `pid`; of the calling thread when it is 0. Empty when there is no such process.
[[nodiscard]] std::optional<Share> share_of(pid_t pid);

/// Whether a process that `pid` started, or one that such a process started, is stopped. Reads directories.
[[nodiscard]] bool has_stopped_child(pid_t pid);

// Who used the machine during an agent's own turn: the evidence about a loss on time.
// Source: docs/faults.md.

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
    int threads = 1; ///< the most that shared the work of a turn, see ThreadTimes::busy()

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
        threads = std::max(threads, more.threads);
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
