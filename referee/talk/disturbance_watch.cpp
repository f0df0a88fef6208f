#include "referee/talk/disturbance_watch.hpp"

#include "referee/process/proc_file.hpp"
#include "referee/process/process.hpp"
#include "referee/talk/pipe_io.hpp"
#include "referee/timing/turn_watch.hpp"

#include <algorithm>
#include <array>
#include <optional>

#include <signal.h>
#include <unistd.h>

namespace referee {
namespace {

using std::chrono::milliseconds;

/// What stops all processes of a run may stop one after the other, and let them go on so. In this time all
/// have stopped. Some batch systems send SIGTSTP first: Slurm sends SIGSTOP two seconds later.
constexpr milliseconds kAllStop{500};
constexpr milliseconds kAllStopAfterRequest{3000};
constexpr milliseconds kAllGoOn{3000};
/// A turn that has lasted so long is looked at also when it was not watched.
constexpr milliseconds kSlowTurn{50};

} // namespace

bool is_lost(const Reply& reply) noexcept {
    const auto* const fault = std::get_if<AgentFault>(&reply.what);
    return fault != nullptr &&
           (fault->termination == Termination::Timeout || fault->termination == Termination::Crashed);
}

void DisturbanceWatch::game_begins(const PerSide<bool>& are_free) {
    are_free_ = are_free;
    const auto began = SteadyTime::now();
    const bool was_continued = stalls_.game_begins(began);
    for (const Side side : kSides) {
        auto signal = seats_[side].process->stop_seen();
        // An agent that was stopped too may go on a moment after the referee, in the middle of its game.
        while (was_continued && signal && signal != SIGCONT && SteadyTime::now() - began < kAllGoOn &&
               pause(milliseconds(10))) {
            const auto change = seats_[side].process->stop_seen();
            signal = change ? change : signal;
        }
    }
}

std::optional<Disturbed> DisturbanceWatch::seen_in(const Reply& reply, Side asked, bool is_turn) {
    const bool was_watched = reply.load.watched > std::chrono::nanoseconds(0);
    const bool is_worth_a_look =
        is_lost(reply) || (is_turn && reply.elapsed >= kSlowTurn) || stalls_.has_stood_still();
    if (std::holds_alternative<Stopped>(reply.what) || (!was_watched && !is_worth_a_look)) {
        return std::nullopt;
    }
    const bool has_free_rival = are_free_[opponent(asked)];
    const Standstill seen = has_free_rival || is_worth_a_look
                                ? standstill(asked, has_free_rival || is_lost(reply))
                                : Standstill();
    if (const auto what = disturbance_of(seen)) {
        return Disturbed{*what};
    }
    if (stalls_.was_suspended()) {
        return Disturbed{Disturbance::MachineSuspended};
    }
    AgentSeen agent{.was_stopped = seen.agent, .rival_is_shut_in = !has_free_rival};
    if (has_free_rival && (is_lost(reply) || reply.elapsed >= TurnWatch::kFirstLook)) {
        agent.is_traced = is_traced(asked);
    }
    const auto done = tampering_seen(agent);
    return done ? std::optional(Disturbed{Disturbance::Tampering, *done}) : std::nullopt;
}

/// Who stood still since the last look. `waits`: when `asked` was stopped alone, to see whether others are
/// too.
Standstill DisturbanceWatch::standstill(Side asked, bool waits) {
    Process& process = *seats_[asked].process;
    const Side rival = opponent(asked);
    const auto began = SteadyTime::now();
    auto signal = process.stop_seen();
    if (!signal && !stalls_.has_stood_still()) {
        return {};
    }
    const bool is_stopped = signal.has_value();
    bool is_rival_stopped = false;
    while (true) {
        is_rival_stopped = seats_[rival].process->stop_seen() || is_rival_stopped;
        Standstill seen = stalls_.standstill();
        seen.agent = is_stopped;
        seen.free_agents = (is_stopped || !are_free_[asked]) && (is_rival_stopped || !are_free_[rival]);
        const bool may_be_of_all =
            waits && is_stopped && seen.continued != Standstill::Continued::ByOurs && !disturbance_of(seen) &&
            SteadyTime::now() - began < (signal == SIGTSTP ? kAllStopAfterRequest : kAllStop);
        if (!may_be_of_all || !pause(milliseconds(10))) {
            return seen;
        }
        if (const auto again = process.stop_seen()) {
            signal = again;
        }
    }
}

/// Whether a process of the run that the agent did not start traces it.
bool DisturbanceWatch::is_traced(Side side) {
    const Seat& seat = seats_[side];
    const pid_t pid = seat.process->pid();
    const auto tracer = tracer_of(pid); // one that no agent of the run started is the user's
    return tracer && is_below(*tracer, ::getpid()) && !is_below(*tracer, pid) &&
           !has_left(seat.seed, *tracer);
}

/// Whether the agent with this seed left the process `pid` behind.
bool DisturbanceWatch::has_left(std::uint64_t seed, pid_t pid) {
    const auto left = orphans_.left_by(seed).own;
    return std::ranges::find(left, pid) != left.end();
}

/// False when a stop is requested before `time` has passed.
bool DisturbanceWatch::pause(milliseconds time) const {
    std::array<pollfd, 1> stop{pollfd{.fd = stop_.fd, .events = POLLIN, .revents = 0}};
    const auto now = SteadyTime::now();
    return !wait_until(stop, now, now + time) || !stop_.requested();
}

} // namespace referee
