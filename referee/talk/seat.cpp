#include "referee/talk/seat.hpp"

#include "referee/base/time.hpp"
#include "referee/talk/pipe_io.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace referee {

std::string_view Drain::output(Seat& seat) {
    const ssize_t got = read_some(seat.process->out(), buffer_.data(), buffer_.size());
    if (got == 0) {
        seat.out_closed = true;
    }
    if (got <= 0) {
        return {};
    }
    const std::string_view bytes(buffer_.data(), static_cast<std::size_t>(got));
    trace_.heard(seat.side, bytes);
    return bytes;
}

bool Drain::errors(Seat& seat) {
    const ssize_t got = read_some(seat.process->err(), buffer_.data(), buffer_.size());
    if (got == 0) {
        seat.err_closed = true;
    }
    if (got <= 0) {
        return false;
    }
    const std::string_view bytes(buffer_.data(), static_cast<std::size_t>(got));
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

/// A step of ending agents: the signal (None: they were told to finish) and the time it has to take effect.
struct StopStep {
    enum class Signal : std::uint8_t { None, Terminate, Kill } signal;
    std::chrono::milliseconds wait;
    bool is_cut_by_stop;
};

/// Nobody can refuse SIGKILL. It is sent again, because a tracer that attached in the meantime can hold the
/// process back. The kernel needs seconds to free the memory of large processes.
std::array<StopStep, 5> stop_ladder(std::chrono::milliseconds finish_wait) {
    using std::chrono::milliseconds;
    return {StopStep{StopStep::Signal::None, finish_wait, true},
            StopStep{StopStep::Signal::Terminate, milliseconds(100), false},
            StopStep{StopStep::Signal::Kill, milliseconds(100), false},
            StopStep{StopStep::Signal::Kill, milliseconds(100), false},
            StopStep{StopStep::Signal::Kill, milliseconds(9800), true}};
}

void send(StopStep::Signal signal, Process& process) {
    switch (signal) {
    case StopStep::Signal::None:
        break;
    case StopStep::Signal::Terminate:
        process.terminate();
        break;
    case StopStep::Signal::Kill:
        process.kill();
        break;
    }
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

} // namespace

void see_off(const Leaving& leaving, std::chrono::milliseconds finish_wait, StopToken stop, StallMeter& own,
             Drain& drain) {
    for (const StopStep& step : stop_ladder(finish_wait)) {
        for (Seat* seat : leaving) {
            if (is_awaited(seat)) {
                send(step.signal, *seat->process);
            }
        }
        if (wait_for_exits(leaving, SteadyTime::now() + step.wait, step.is_cut_by_stop ? stop : StopToken(),
                           own, drain)) {
            return;
        }
    }
}

} // namespace referee
