#include "referee/agent/agent_processes.hpp"

#include "referee/agent/pipe_io.hpp"
#include "referee/agent/text.hpp"

#include <algorithm>

#include <sys/ioctl.h>

namespace ataxx {
namespace {

using std::chrono::nanoseconds;

/// A step of seeing agents off: the signal (0: none, they were told to finish) and how long it may take
/// effect.
struct StopStep {
    enum class Signal : std::uint8_t { None, Terminate, Kill } signal;
    std::chrono::milliseconds wait;
};

constexpr const char* kUndeliverable = "exited or closed its input: a message could not be delivered";

/// SIGKILL cannot be refused, so the last step waits as long as the kernel needs.
constexpr std::chrono::hours kForEver{24 * 365};

std::array<StopStep, 3> stop_ladder(std::chrono::milliseconds finish_wait) {
    return {StopStep{StopStep::Signal::None, finish_wait},
            StopStep{StopStep::Signal::Terminate, std::chrono::milliseconds(100)},
            StopStep{StopStep::Signal::Kill, kForEver}};
}

} // namespace

AgentProcesses::AgentProcesses(AgentSettings settings, StopToken stop, Orphans& orphans)
    : settings_(std::move(settings))
    , stop_(std::move(stop))
    , orphans_(orphans)
    , spawner_(settings_.limits)
    , trace_(settings_.trace) {
    seats_[index(Side::Second)].side = Side::Second;
}

AgentProcesses::~AgentProcesses() {
    bury();
}

/// Whatever of a game is still there: gone, with all it left behind.
void AgentProcesses::bury() {
    for (Seat& seat : seats_) {
        seat.process.reset();
    }
    if (!live_seeds_.empty()) {
        orphans_.agents_ended(std::exchange(live_seeds_, {}));
    }
}

void AgentProcesses::start(const std::array<Launch, 2>& launches) {
    bury();
    for (Seat& seat : seats_) {
        seat.input_size = 0;
        seat.unsent = {};
        seat.is_awaited = seat.out_closed = seat.err_closed = seat.has_exited = false;
        seat.uninvited.reset();
        seat.stderr_tail.clear();
    }
    trace_.begin({launches[0].agent, launches[1].agent});
    try {
        for (std::size_t i = 0; i < seats_.size(); ++i) {
            orphans_.agent_begins(launches[i].seed);
            live_seeds_.push_back(launches[i].seed);
            seats_[i].process.emplace(spawner_, *launches[i].program, launches[i].seed, launches[i].cores);
            orphans_.agent_has_begun(seats_[i].process->pid());
        }
    } catch (...) {
        bury();
        throw;
    }
}

std::array<Reply, 2> AgentProcesses::ask_both(const std::array<std::string_view, 2>& messages,
                                              nanoseconds limit) {
    for (std::size_t i = 0; i < seats_.size(); ++i) {
        begin(seats_[i], messages[i], limit);
    }
    wait_for_replies();
    return {std::move(seats_[0].reply), std::move(seats_[1].reply)};
}

Reply AgentProcesses::ask(Side side, std::string_view message, nanoseconds limit) {
    Seat& seat = seats_[index(side)];
    begin(seat, message, limit);
    wait_for_replies();
    return std::move(seat.reply);
}

void AgentProcesses::begin(Seat& seat, std::string_view message, nanoseconds limit) {
    seat.input_size = 0;
    seat.unsent = {};
    seat.limit = limit;
    seat.is_awaited = true;
    seat.asked = SteadyTime::now();
    if (!seat.uninvited && !seat.out_closed) {
        read_uninvited(seat); // what is in the pipe now was sent before this message, and is no answer to it
    }
    if (seat.uninvited) {
        settle_fault(seat, Termination::ProtocolError, *seat.uninvited);
        return;
    }
    if (seat.out_closed) {
        settle_fault(seat, Termination::Crashed, "exited or closed its output before it was asked");
        return;
    }
    seat.asked = SteadyTime::now();
    const auto written = write_some(seat.process->in(), message);
    trace_.said(seat.side, message);
    if (!written) {
        settle_fault(seat, Termination::Crashed, kUndeliverable);
        return;
    }
    seat.unsent = message.substr(*written);
    seat.in_watched = true;
}

void AgentProcesses::settle(Seat& seat, decltype(Reply::what) what) {
    seat.reply.what = std::move(what);
    seat.is_awaited = false;
}

void AgentProcesses::settle_fault(Seat& seat, Termination termination, std::string reason) {
    seat.reply.elapsed = SteadyTime::now() - seat.asked;
    settle(seat, AgentFault{termination, std::move(reason)});
}

void AgentProcesses::wait_for_replies() {
    enum : std::size_t { kOut, kErr, kIn, kExit, kPerSeat };
    while (seats_[0].is_awaited || seats_[1].is_awaited) {
        std::array<pollfd, 2 * kPerSeat + 1> descriptors;
        auto deadline = SteadyTime::time_point::max();
        for (std::size_t i = 0; i < seats_.size(); ++i) {
            const Seat& seat = seats_[i];
            const bool listening = !seat.out_closed && !seat.uninvited;
            pollfd* const own = &descriptors[i * kPerSeat];
            own[kOut] = {.fd = listening ? seat.process->out() : -1, .events = POLLIN, .revents = 0};
            own[kErr] = {.fd = seat.err_closed ? -1 : seat.process->err(), .events = POLLIN, .revents = 0};
            own[kIn] = {
                .fd = seat.is_awaited && (seat.in_watched || !seat.unsent.empty()) ? seat.process->in() : -1,
                .events = static_cast<short>(seat.unsent.empty() ? 0 : POLLOUT), // an error is always told
                .revents = 0};
            own[kExit] = {
                .fd = seat.is_awaited ? seat.process->exited() : -1, .events = POLLIN, .revents = 0};
            if (seat.is_awaited) {
                deadline =
                    std::min(deadline, seat.asked + std::chrono::ceil<SteadyTime::duration>(seat.limit));
            }
        }
        descriptors.back() = {.fd = stop_.fd, .events = POLLIN, .revents = 0};
        wait_until(descriptors, SteadyTime::now(), deadline);

        // Answers first: the clock of whoever sent one stops at the read. Only then the rest.
        const std::array<bool, 2> was_awaited{seats_[0].is_awaited, seats_[1].is_awaited};
        for (std::size_t i = 0; i < seats_.size(); ++i) {
            if (was_awaited[i] && descriptors[i * kPerSeat + kOut].revents != 0) {
                read_answer(seats_[i]);
            }
        }
        const bool is_stopped = descriptors.back().revents != 0 && stop_.requested();
        for (std::size_t i = 0; i < seats_.size(); ++i) {
            Seat& seat = seats_[i];
            const pollfd* const own = &descriptors[i * kPerSeat];
            if (!was_awaited[i] && own[kOut].revents != 0) {
                read_uninvited(seat);
            }
            if (seat.is_awaited && (own[kIn].revents & POLLERR) != 0) {
                judge_lost_reader(seat);
            } else if (seat.is_awaited && own[kIn].revents != 0) {
                write_rest(seat);
            }
            if (seat.is_awaited && own[kExit].revents != 0) {
                read_last_answer(seat);
            }
            if (own[kErr].revents != 0) {
                drain_errors(seat);
            }
            // Looked at in every round: an agent that keeps us busy gains nothing by it.
            if (seat.is_awaited && SteadyTime::now() - seat.asked > seat.limit) {
                settle_fault(seat, Termination::Timeout, "sent no answer in time");
            }
            if (seat.is_awaited && is_stopped) {
                seat.reply.elapsed = SteadyTime::now() - seat.asked;
                settle(seat, Stopped{});
            }
        }
    }
}

/// The agent has exited. What it had written still counts; its output may be held open by a process it began.
void AgentProcesses::read_last_answer(Seat& seat) {
    while (seat.is_awaited && read_answer(seat)) {
    }
    if (seat.is_awaited) {
        seat.reply.elapsed = SteadyTime::now() - seat.asked;
        seat.out_closed = true;
        judge_input(seat);
    }
}

/// False when there is nothing to read now.
bool AgentProcesses::read_answer(Seat& seat) {
    const ssize_t got = read_some(seat.process->out(), seat.input.data() + seat.input_size,
                                  seat.input.size() - seat.input_size);
    seat.reply.elapsed = SteadyTime::now() - seat.asked;
    if (got < 0) {
        return false;
    }
    if (got > 0) {
        trace_.heard(seat.side, {seat.input.data() + seat.input_size, static_cast<std::size_t>(got)});
    }
    if (got == 0) {
        seat.out_closed = true;
    }
    if (seat.reply.elapsed > seat.limit) {
        settle(seat, AgentFault{Termination::Timeout, "sent no answer in time"});
        return true;
    }
    seat.input_size += static_cast<std::size_t>(got);
    judge_input(seat);
    return true;
}

void AgentProcesses::judge_input(Seat& seat) {
    const std::string_view input(seat.input.data(), seat.input_size);
    const auto newline = input.find('\n');
    if (std::min(newline, input.size()) > kMaxLineBytes) {
        settle(seat, AgentFault{Termination::ProtocolError, "sent a line longer than " +
                                                                std::to_string(kMaxLineBytes) + " bytes: '" +
                                                                to_printable(input) + "'"});
        return;
    }
    if (newline == std::string_view::npos) {
        if (seat.out_closed) {
            settle(seat, AgentFault{Termination::Crashed,
                                    input.empty()
                                        ? std::string("exited or closed its output while an answer was owed")
                                        : "exited or closed its output after '" + to_printable(input) +
                                              "', in the middle of a line"});
        }
        return;
    }
    const std::string_view behind = input.substr(newline + 1);
    if (!behind.empty()) {
        seat.uninvited = "sent '" + to_printable(behind) + "' behind its answer";
    }
    settle(seat, input.substr(0, newline));
}

void AgentProcesses::read_uninvited(Seat& seat) {
    const ssize_t got = read_some(seat.process->out(), scratch_.data(), scratch_.size());
    if (got == 0) {
        seat.out_closed = true;
    } else if (got > 0) {
        trace_.heard(seat.side, {scratch_.data(), static_cast<std::size_t>(got)});
        seat.uninvited = "sent '" + to_printable({scratch_.data(), static_cast<std::size_t>(got)}) +
                         "' when no answer was owed";
    }
}

/// Nobody can read the agent's input any more. It may have closed it after reading the message, and answer
/// yet; what is still in the pipe will never be read. (The write itself may have gone well: another worker's
/// child, on its way to exec, held the other end for a moment.)
void AgentProcesses::judge_lost_reader(Seat& seat) {
    int unread = 0;
    if (::ioctl(seat.process->in(), FIONREAD, &unread) != 0 || unread > 0 || !seat.unsent.empty()) {
        settle_fault(seat, Termination::Crashed, kUndeliverable);
        return;
    }
    seat.in_watched = false;
}

void AgentProcesses::write_rest(Seat& seat) {
    const auto written = write_some(seat.process->in(), seat.unsent);
    if (!written) {
        settle_fault(seat, Termination::Crashed, kUndeliverable);
        return;
    }
    seat.unsent.remove_prefix(*written);
}

void AgentProcesses::drain_errors(Seat& seat) {
    const ssize_t got = read_some(seat.process->err(), scratch_.data(), scratch_.size());
    if (got == 0) {
        seat.err_closed = true;
    }
    if (got <= 0) {
        return;
    }
    trace_.heard_error(seat.side, {scratch_.data(), static_cast<std::size_t>(got)});
    seat.stderr_tail.append(scratch_.data(), static_cast<std::size_t>(got));
    if (seat.stderr_tail.size() > 2 * settings_.stderr_bytes) {
        seat.stderr_tail.erase(0, seat.stderr_tail.size() - settings_.stderr_bytes);
    }
}

void AgentProcesses::drain_output(Seat& seat) {
    const ssize_t got = read_some(seat.process->out(), scratch_.data(), scratch_.size());
    if (got == 0) {
        seat.out_closed = true;
    } else if (got > 0) {
        trace_.heard(seat.side, {scratch_.data(), static_cast<std::size_t>(got)});
    }
}

/// True once both have ended. A readable `stop` ends the wait too.
bool AgentProcesses::wait_for_exits(SteadyTime::time_point deadline, const StopToken& stop) {
    enum : std::size_t { kExit, kOut, kErr, kPerSeat };
    while (true) {
        std::array<pollfd, 2 * kPerSeat + 1> descriptors;
        for (std::size_t i = 0; i < seats_.size(); ++i) {
            const Seat& seat = seats_[i];
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
        for (std::size_t i = 0; i < seats_.size(); ++i) {
            const pollfd* const own = &descriptors[i * kPerSeat];
            if (own[kOut].revents != 0) {
                drain_output(seats_[i]);
            }
            if (own[kErr].revents != 0) {
                drain_errors(seats_[i]);
            }
            seats_[i].has_exited = seats_[i].has_exited || own[kExit].revents != 0;
        }
        if (seats_[0].has_exited && seats_[1].has_exited) {
            return true;
        }
        if (now >= deadline || (descriptors.back().revents != 0 && stop.requested())) {
            return false;
        }
    }
}

std::array<Departure, 2> AgentProcesses::finish(const std::array<std::string_view, 2>& last_words) {
    for (Seat& seat : seats_) {
        const std::string_view words = last_words[index(seat.side)];
        static_cast<void>(write_some(seat.process->in(), words)); // whoever is gone needs no words
        trace_.said(seat.side, words);
    }
    StopToken stop = stop_; // a stop cuts the time to finish short, and only that
    for (const StopStep& step : stop_ladder(settings_.finish_wait)) {
        for (Seat& seat : seats_) {
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
        if (wait_for_exits(SteadyTime::now() + step.wait, stop)) {
            break;
        }
        stop = {};
    }
    std::array<Departure, 2> departures;
    for (std::size_t i = 0; i < seats_.size(); ++i) {
        Seat& seat = seats_[i];
        // Its last words are still in the pipe. A pipe holds 64 KiB; more comes only from somebody else who
        // holds it.
        for (int round = 0; round < 8 && !seat.err_closed; ++round) {
            drain_errors(seat);
        }
        departures[i].exit = seat.process->reap();
        if (seat.stderr_tail.size() > settings_.stderr_bytes) {
            seat.stderr_tail.erase(0, seat.stderr_tail.size() - settings_.stderr_bytes);
        }
        departures[i].stderr_tail = std::move(seat.stderr_tail);
        seat.stderr_tail.clear();
        seat.process.reset();
    }
    bury();
    return departures;
}

} // namespace ataxx
