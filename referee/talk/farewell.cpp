#include "referee/talk/farewell.hpp"

#include "referee/talk/pipe_io.hpp"

namespace referee {
namespace {

/// A step of seeing agents off: the signal (None: they were told to finish) and how long it may take effect.
struct StopStep {
    enum class Signal : std::uint8_t { None, Terminate, Kill } signal;
    std::chrono::milliseconds wait;
};

/// SIGKILL cannot be refused, so the last step waits as long as the kernel needs.
constexpr std::chrono::hours kForEver{24 * 365};

std::array<StopStep, 3> stop_ladder(std::chrono::milliseconds finish_wait) {
    return {StopStep{StopStep::Signal::None, finish_wait},
            StopStep{StopStep::Signal::Terminate, std::chrono::milliseconds(100)},
            StopStep{StopStep::Signal::Kill, kForEver}};
}

void drain_output(Seat& seat, Trace& trace, std::span<char> scratch) {
    const ssize_t got = read_some(seat.process->out(), scratch.data(), scratch.size());
    if (got == 0) {
        seat.out_closed = true;
    } else if (got > 0) {
        trace.heard(seat.side, {scratch.data(), static_cast<std::size_t>(got)});
    }
}

/// True once both have ended. A readable `stop` ends the wait too.
bool wait_for_exits(std::array<Seat, 2>& seats, SteadyTime::time_point deadline, const StopToken& stop,
                    std::size_t keep_errors, Trace& trace, std::span<char> scratch) {
    enum : std::size_t { kExit, kOut, kErr, kPerSeat };
    while (!seats[0].has_exited || !seats[1].has_exited) {
        std::array<pollfd, 2 * kPerSeat + 1> descriptors;
        for (std::size_t i = 0; i < seats.size(); ++i) {
            const Seat& seat = seats[i];
            pollfd* const own = &descriptors[i * kPerSeat];
            own[kExit] = {
                .fd = seat.has_exited ? -1 : seat.process->exited(), .events = POLLIN, .revents = 0};
            own[kOut] = {.fd = seat.has_exited || seat.out_closed ? -1 : seat.process->out(),
                         .events = POLLIN,
                         .revents = 0};
            own[kErr] = {.fd = seat.has_exited || seat.err_closed ? -1 : seat.process->err(),
                         .events = POLLIN,
                         .revents = 0};
        }
        descriptors.back() = {.fd = stop.fd, .events = POLLIN, .revents = 0};
        const auto now = SteadyTime::now();
        wait_until(descriptors, now, deadline);
        for (std::size_t i = 0; i < seats.size(); ++i) {
            const pollfd* const own = &descriptors[i * kPerSeat];
            if (own[kOut].revents != 0) {
                drain_output(seats[i], trace, scratch);
            }
            if (own[kErr].revents != 0) {
                drain_errors(seats[i], keep_errors, trace, scratch);
            }
            if (own[kExit].revents != 0) {
                seats[i].has_exited = true;
                seats[i].exited_at = SteadyTime::now();
            }
        }
        const bool is_over = now >= deadline || (descriptors.back().revents != 0 && stop.requested());
        if (is_over && !(seats[0].has_exited && seats[1].has_exited)) {
            return false;
        }
    }
    return true;
}

} // namespace

void drain_errors(Seat& seat, std::size_t keep, Trace& trace, std::span<char> scratch) {
    const ssize_t got = read_some(seat.process->err(), scratch.data(), scratch.size());
    if (got == 0) {
        seat.err_closed = true;
    }
    if (got <= 0) {
        return;
    }
    trace.heard_error(seat.side, {scratch.data(), static_cast<std::size_t>(got)});
    seat.stderr_tail.append(scratch.data(), static_cast<std::size_t>(got));
    if (seat.stderr_tail.size() > 2 * keep) {
        seat.stderr_tail.erase(0, seat.stderr_tail.size() - keep);
    }
}

void see_off(std::array<Seat, 2>& seats, const std::array<bool, 2>& at_once,
             std::chrono::milliseconds finish_wait, std::size_t keep_errors, StopToken stop, Trace& trace,
             std::span<char> scratch) {
    for (std::size_t i = 0; i < seats.size(); ++i) {
        if (at_once[i] && !seats[i].has_exited) {
            seats[i].process->kill();
        }
    }
    for (const StopStep& step : stop_ladder(finish_wait)) {
        for (Seat& seat : seats) {
            if (seat.has_exited) {
                continue;
            }
            switch (step.signal) {
            case StopStep::Signal::None:
                break;
            case StopStep::Signal::Terminate:
                seat.process->terminate();
                break;
            case StopStep::Signal::Kill:
                seat.process->kill();
                break;
            }
        }
        if (wait_for_exits(seats, SteadyTime::now() + step.wait, stop, keep_errors, trace, scratch)) {
            return;
        }
        stop = {};
    }
}

} // namespace referee
