#include "referee/talk/disturbance_watch.hpp"

#include "referee/process/proc_file.hpp"
#include "referee/process/process.hpp"
#include "referee/talk/pipe_io.hpp"
#include "referee/timing/turn_watch.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

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
        stops_[side] = {};
        look(side);
        // An agent that was stopped too may go on a moment after the referee, in the middle of its game.
        while (was_continued && stops_[side].seen.value_or(SIGCONT) != SIGCONT &&
               SteadyTime::now() - began < kAllGoOn && pause(milliseconds(10))) {
            look(side);
        }
        stops_[side] = {.seen = std::nullopt, .looked_at = SteadyTime::now()};
    }
}

/// What the kernel tells of a stop it tells once: it is kept until a reply of that agent is looked at.
void DisturbanceWatch::look(Side side) {
    if (const auto signal = seats_[side].process->stop_seen()) {
        stops_[side].seen = signal;
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
    const Side rival = opponent(asked);
    const auto began = SteadyTime::now();
    const auto before = std::exchange(stops_[asked].looked_at, began);
    look(asked);
    if (!stops_[asked].seen && !stalls_.has_stood_still()) {
        return {};
    }
    const bool is_stopped = stops_[asked].seen.has_value();
    while (true) {
        look(rival);
        Standstill seen = stalls_.standstill();
        seen.agent = is_stopped;
        seen.agent_like_referee = is_stopped && stalls_.was_let_go_on_since(before - kAllGoOn);
        seen.free_agents =
            (is_stopped || !are_free_[asked]) && (stops_[rival].seen.has_value() || !are_free_[rival]);
        const auto patience = stops_[asked].seen == SIGTSTP ? kAllStopAfterRequest : kAllStop;
        const bool may_be_of_all = waits && is_stopped && seen.continued != Standstill::Continued::ByOurs &&
                                   !disturbance_of(seen) && SteadyTime::now() - began < patience;
        if (!may_be_of_all || !pause(milliseconds(10))) {
            stops_[asked].seen.reset();
            return seen;
        }
        look(asked);
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
