#include "referee/talk/farewell.hpp"

#include "referee/base/steady_time.hpp"
#include "referee/talk/pipe_io.hpp"

#include <array>

namespace referee {
namespace {

/// A step of ending agents: the signal (None: they were told to finish) and the time it has to take effect.
struct StopStep {
    enum class Signal : std::uint8_t { None, Terminate, Kill } signal;
    std::chrono::milliseconds wait;
};

std::array<StopStep, 3> stop_ladder(std::chrono::milliseconds finish_wait) {
    // Nobody can refuse SIGKILL: the last step waits as long as the kernel needs.
    constexpr std::chrono::hours kForEver{24 * 365};
    return {StopStep{StopStep::Signal::None, finish_wait},
            StopStep{StopStep::Signal::Terminate, std::chrono::milliseconds(100)},
            StopStep{StopStep::Signal::Kill, kForEver}};
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

bool have_exited(const PerSide<Seat>& seats) {
    return seats.first.has_exited && seats.second.has_exited;
}

// The descriptors of each agent that a wait is for.
enum : std::size_t { kExit, kOut, kErr, kPerSeat };

void add_descriptors(const Seat& seat, pollfd* to) {
    const auto add = [&](std::size_t place, int fd, bool is_over) { // poll() ignores -1
        to[place] = {.fd = seat.has_exited || is_over ? -1 : fd, .events = POLLIN, .revents = 0};
    };
    add(kExit, seat.process->exited(), false);
    add(kOut, seat.process->out(), seat.out_closed);
    add(kErr, seat.process->err(), seat.err_closed);
}

void handle(const pollfd* events, Seat& seat, Drain& drain) {
    if (events[kOut].revents != 0) {
        static_cast<void>(drain.output(seat));
    }
    if (events[kErr].revents != 0) {
        drain.errors(seat);
    }
    if (events[kExit].revents != 0) {
        seat.has_exited = true;
        seat.exited_at = SteadyTime::now();
    }
}

/// True once both have exited; false at the deadline, and when a stop is requested.
bool wait_for_exits(PerSide<Seat>& seats, SteadyTime::time_point deadline, const StopToken& stop,
                    Drain& drain) {
    while (!have_exited(seats)) {
        std::array<pollfd, 2 * kPerSeat + 1> descriptors;
        for (const Side side : kSides) {
            add_descriptors(seats[side], &descriptors[index(side) * kPerSeat]);
        }
        descriptors.back() = {.fd = stop.fd, .events = POLLIN, .revents = 0};
        const auto now = SteadyTime::now();
        wait_until(descriptors, now, deadline);
        for (const Side side : kSides) {
            handle(&descriptors[index(side) * kPerSeat], seats[side], drain);
        }
        const bool is_over = now >= deadline || (descriptors.back().revents != 0 && stop.requested());
        if (is_over && !have_exited(seats)) {
            return false;
        }
    }
    return true;
}

} // namespace

void see_off(PerSide<Seat>& seats, std::chrono::milliseconds finish_wait, StopToken stop, Drain& drain) {
    for (const StopStep& step : stop_ladder(finish_wait)) {
        for (const Side side : kSides) {
            if (!seats[side].has_exited) {
                send(step.signal, *seats[side].process);
            }
        }
        if (wait_for_exits(seats, SteadyTime::now() + step.wait, stop, drain)) {
            return;
        }
        stop = {};
    }
}

} // namespace referee
