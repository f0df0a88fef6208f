#include "referee/talk/seat.hpp"

#include "referee/base/time.hpp"
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

/// One read of `fd`: the bytes that came. At the end of the stream sets `is_closed`.
std::string_view Drain::read(int fd, bool& is_closed) {
    const ssize_t got = read_some(fd, buffer_.data(), buffer_.size());
    is_closed = is_closed || got == 0;
    return {buffer_.data(), static_cast<std::size_t>(std::max<ssize_t>(got, 0))};
}

std::string_view Drain::output(Seat& seat) {
    const std::string_view bytes = read(seat.process->out(), seat.out_closed);
    trace_.heard(seat.side, bytes);
    return bytes;
}

bool Drain::errors(Seat& seat) {
    const std::string_view bytes = read(seat.process->err(), seat.err_closed);
    if (bytes.empty()) {
        return false;
    }
    trace_.heard_error(seat.side, bytes);
    seat.stderr_tail += bytes;
    if (seat.stderr_tail.size() > 2 * stderr_bytes_) {
        seat.stderr_tail.erase(0, seat.stderr_tail.size() - stderr_bytes_);
    }
    return true;
}

std::string Drain::last_errors(Seat& seat) {
    // A pipe holds 64 KiB, four reads. More comes only from another process that still holds the pipe.
    constexpr int kMostReads = 8;
    for (int reads = 0; reads < kMostReads && !seat.err_closed && errors(seat); ++reads) {
    }
    if (seat.stderr_tail.size() > stderr_bytes_) {
        seat.stderr_tail.erase(0, seat.stderr_tail.size() - stderr_bytes_);
    }
    return std::exchange(seat.stderr_tail, {});
}

void Holder::game_begins(const PerSide<SandboxCell*>& cells) noexcept {
    cells_ = cells;
    release();
}

void Holder::turn_begins(Side mover) noexcept {
    mover_ = mover;
    hold(mover, false);
    if (SandboxCell* const waiting = cells_[opponent(mover)];
        waiting != nullptr && waiting->works_in_rivals_turns) {
        hold(opponent(mover), true);
    }
}

void Holder::turn_lasts(std::chrono::nanoseconds so_far) noexcept {
    if (so_far >= kLatest) {
        hold(opponent(mover_), true);
    }
}

std::chrono::nanoseconds Holder::next_look() const noexcept {
    const Side waiting = opponent(mover_);
    return cells_[waiting] != nullptr && !is_held_[waiting] ? std::chrono::nanoseconds(kLatest)
                                                            : std::chrono::nanoseconds::max();
}

void Holder::turn_ends(const TurnLoad& load) noexcept {
    if (SandboxCell* const waiting = cells_[opponent(mover_)];
        waiting != nullptr && load.rival_cpu > kMostWork) {
        waiting->works_in_rivals_turns = true;
    }
}

void Holder::release() noexcept {
    hold(Side::First, false);
    hold(Side::Second, false);
}

void Holder::hold(Side side, bool still) noexcept {
    if (cells_[side] != nullptr) {
        cells_[side]->hold(still);
        is_held_[side] = still;
    }
}

namespace {

/// A step of ending agents: the signal (nullptr: they were told to finish) and the time it has to take
/// effect.
struct StopStep {
    void (Process::*send)() noexcept;
    std::chrono::milliseconds wait;
    bool is_cut_by_stop;
};

/// Nobody can refuse SIGKILL. It is sent again, because a tracer that attached in the meantime can hold the
/// process back. The kernel needs seconds to free the memory of large processes.
std::array<StopStep, 5> stop_ladder(std::chrono::milliseconds finish_wait) {
    using std::chrono::milliseconds;
    return {StopStep{nullptr, finish_wait, true}, StopStep{&Process::terminate, milliseconds(100), false},
            StopStep{&Process::kill, milliseconds(100), false},
            StopStep{&Process::kill, milliseconds(100), false},
            StopStep{&Process::kill, milliseconds(9800), true}};
}

bool is_awaited(const Seat* seat) {
    return seat != nullptr && !seat->has_exited;
}

bool have_exited(const Leaving& leaving) {
    return std::ranges::none_of(leaving, is_awaited);
}

// The descriptors of each agent that a wait is for.
enum : std::size_t { kExit, kOut, kErr, kPerSeat };

void add_descriptors(const Seat* seat, pollfd* to) {
    const bool is_needed = is_awaited(seat);
    const auto add = [&](std::size_t place, bool is_open, auto descriptor) { // poll() ignores -1
        to[place] = {
            .fd = is_needed && is_open ? descriptor(*seat->process) : -1, .events = POLLIN, .revents = 0};
    };
    add(kExit, true, [](const Process& process) { return process.exited(); });
    add(kOut, is_needed && !seat->out_closed, [](const Process& process) { return process.out(); });
    add(kErr, is_needed && !seat->err_closed, [](const Process& process) { return process.err(); });
}

void handle(const pollfd* events, Seat& seat, SteadyTime::time_point exited_at, Drain& drain) {
    if (events[kOut].revents != 0) {
        static_cast<void>(drain.output(seat));
    }
    if (events[kErr].revents != 0) {
        drain.errors(seat);
    }
    if (events[kExit].revents != 0) {
        seat.has_exited = true;
        seat.exited_at = exited_at;
    }
}

/// True once all have exited; false at the deadline, and when a stop is requested.
bool wait_for_exits(const Leaving& leaving, SteadyTime::time_point deadline, const StopToken& stop,
                    StallMeter& own, Drain& drain) {
    while (!have_exited(leaving)) {
        std::array<pollfd, 2 * kPerSeat + 1> descriptors;
        for (std::size_t i = 0; i < leaving.size(); ++i) {
            add_descriptors(leaving[i], &descriptors[i * kPerSeat]);
        }
        descriptors.back() = {.fd = stop.fd, .events = POLLIN, .revents = 0};
        const auto accounted = own.accounted();
        const auto now = SteadyTime::now();
        wait_until(descriptors, now, deadline);
        const auto exited_at = happened_at(now, SteadyTime::now(), accounted, own.accounted());
        for (std::size_t i = 0; i < leaving.size(); ++i) {
            if (is_awaited(leaving[i])) {
                handle(&descriptors[i * kPerSeat], *leaving[i], exited_at, drain);
            }
        }
        const bool is_over = now >= deadline || (descriptors.back().revents != 0 && stop.requested());
        if (is_over && !have_exited(leaving)) {
            return false;
        }
    }
    return true;
}

using std::chrono::milliseconds;

/// What stops all processes of a run may stop one after the other, and let them go on so. In this time all
/// have stopped. Some batch systems send SIGTSTP first: Slurm sends SIGSTOP two seconds later.
constexpr milliseconds kAllStop{500};
constexpr milliseconds kAllStopAfterRequest{3000};
constexpr milliseconds kAllGoOn{3000};
/// A turn that has lasted so long is looked at also when it was not watched.
constexpr milliseconds kSlowTurn{50};

} // namespace

void see_off(const Leaving& leaving, std::chrono::milliseconds finish_wait, StopToken stop, StallMeter& own,
             Drain& drain) {
    for (const StopStep& step : stop_ladder(finish_wait)) {
        for (Seat* seat : leaving) {
            if (is_awaited(seat) && step.send != nullptr) {
                (*seat->process.*step.send)();
            }
        }
        if (wait_for_exits(leaving, SteadyTime::now() + step.wait, step.is_cut_by_stop ? stop : StopToken(),
                           own, drain)) {
            return;
        }
    }
}

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
