#include "referee/talk/agent_processes.hpp"

#include "referee/base/text.hpp"
#include "referee/talk/farewell.hpp"
#include "referee/talk/pipe_io.hpp"

#include <algorithm>

#include <sys/ioctl.h>

namespace referee {
namespace {

using std::chrono::nanoseconds;

constexpr const char* kUndeliverable = "exited or closed its input: a message could not be delivered";
constexpr const char* kLate = "sent no answer in time";

// What an event is about: a seat's descriptor, or the stop token.
enum Source : std::uint32_t { kOut, kErr, kIn, kExit, kPerSeat };
constexpr std::uint32_t kStop = 2 * kPerSeat;

std::uint32_t tag(const Seat& seat, Source source) noexcept {
    return static_cast<std::uint32_t>(index(seat.side)) * kPerSeat + source;
}

bool is_timeout(const Reply& reply) noexcept {
    const auto* const fault = std::get_if<AgentFault>(&reply.what);
    return fault != nullptr && fault->termination == Termination::Timeout;
}

} // namespace

AgentProcesses::AgentProcesses(AgentSettings settings, StopToken stop, Orphans& orphans)
    : settings_(std::move(settings))
    , stop_(std::move(stop))
    , orphans_(orphans)
    , spawner_(settings_.limits)
    , meters_{ProcessMeter(orphans), ProcessMeter(orphans)}
    , turn_watch_({&meters_[0], &meters_[1]})
    , trace_(settings_.trace) {
    seats_[index(Side::Second)].side = Side::Second;
    if (stop_.fd >= 0) {
        wait_set_.add(stop_.fd, EPOLLIN, kStop);
    }
}

AgentProcesses::~AgentProcesses() {
    bury();
}

/// Whatever of a game is still there: gone, with all it left behind.
void AgentProcesses::bury() {
    for (Seat& seat : seats_) {
        if (seat.process) {
            unwatch(seat);
            const pid_t pid = seat.process->pid();
            seat.process.reset();
            orphans_.agent_is_gone(pid);
        }
    }
    if (!live_seeds_.empty()) {
        orphans_.agents_ended(std::exchange(live_seeds_, {}));
    }
}

void AgentProcesses::start(const std::array<Launch, 2>& launches) {
    bury();
    for (Seat& seat : seats_) {
        seat.reset();
    }
    turn_watch_.game_begins();
    cut_off_.reset();
    trace_.begin({launches[0].agent, launches[1].agent});
    try {
        for (std::size_t i = 0; i < seats_.size(); ++i) {
            orphans_.agent_begins(launches[i].seed);
            live_seeds_.push_back(launches[i].seed);
            seats_[i].process.emplace(spawner_, *launches[i].program, launches[i].seed, launches[i].cores);
            orphans_.agent_has_begun(seats_[i].process->pid());
            meters_[i].attach(seats_[i].process->pid(), launches[i].seed);
            watch(seats_[i]);
        }
    } catch (...) {
        bury();
        throw;
    }
}

void AgentProcesses::watch(Seat& seat) {
    wait_set_.add(seat.process->out(), EPOLLIN, tag(seat, kOut));
    wait_set_.add(seat.process->err(), EPOLLIN, tag(seat, kErr));
    // Told once, when it happens: an agent may die, or close its input, long before that matters.
    wait_set_.add(seat.process->in(), EPOLLET, tag(seat, kIn));
    wait_set_.add(seat.process->exited(), EPOLLIN | EPOLLET, tag(seat, kExit));
}

void AgentProcesses::unwatch(Seat& seat) noexcept {
    for (const int fd :
         {seat.process->out(), seat.process->err(), seat.process->in(), seat.process->exited()}) {
        wait_set_.remove(fd);
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
    is_turn_ = true;
    has_looked_ = false;
    turn_watch_.turn_begins(index(side));
    begin(seat, message, limit);
    wait_for_replies();
    is_turn_ = false;
    judge_time(seat);
    return std::move(seat.reply);
}

/// What is known of the turn that just ended, and what is charged for it.
void AgentProcesses::judge_time(Seat& seat) {
    Reply& reply = seat.reply;
    const auto now = seat.asked + reply.elapsed;
    if (is_timeout(reply)) {
        cut_off_ = seat.side;
        reply.load = turn_watch_.cut_off(now);
    } else {
        reply.load = turn_watch_.turn_ends(now, reply.elapsed);
    }
    if (settings_.clock == ClockRule::Wall) {
        return;
    }
    const auto charged = fair_charge(reply.elapsed, reply.load);
    reply.load.excused = reply.elapsed - charged;
    if (is_timeout(reply)) { // decided when a little less was known
        reply.elapsed = std::max(charged, seat.limit + nanoseconds(1));
        return;
    }
    reply.elapsed = charged;
    if (charged > seat.limit && !std::holds_alternative<Stopped>(reply.what)) {
        reply.what = AgentFault{Termination::Timeout, kLate};
        cut_off_ = seat.side;
        reply.load = turn_watch_.cut_off(now);
        reply.load.excused = (now - seat.asked) - charged;
    }
}

void AgentProcesses::begin(Seat& seat, std::string_view message, nanoseconds limit) {
    seat.input_size = 0;
    seat.unsent = {};
    seat.limit = seat.patience = limit;
    seat.is_awaited = true;
    if (!seat.uninvited && !seat.out_closed) {
        read_uninvited(seat); // what is in the pipe now was sent before this message, and is no answer to it
    }
    seat.asked = SteadyTime::now();
    if (seat.uninvited) {
        settle_fault(seat, Termination::ProtocolError, *seat.uninvited);
        return;
    }
    if (seat.out_closed) {
        settle_fault(seat, Termination::Crashed, "exited or closed its output before it was asked");
        return;
    }
    const auto written = write_some(seat.process->in(), message);
    trace_.said(seat.side, message);
    if (!written) {
        settle_fault(seat, Termination::Crashed, kUndeliverable);
        return;
    }
    seat.unsent = message.substr(*written);
    if (!seat.unsent.empty()) {
        wait_set_.change(seat.process->in(), EPOLLOUT | EPOLLET, tag(seat, kIn));
    }
    if (seat.in_broken) {
        judge_lost_reader(seat);
    }
    if (seat.is_awaited && seat.has_exited) {
        read_last_answer(seat);
    }
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
    auto now = std::max(seats_[0].asked, seats_[1].asked); // just now: a clock reading saved
    while (seats_[0].is_awaited || seats_[1].is_awaited) {
        auto deadline = SteadyTime::time_point::max();
        for (const Seat& seat : seats_) {
            if (seat.is_awaited) {
                const auto until_look = is_turn_ && !has_looked_ ? TurnWatch::kFirstLook : seat.patience;
                const auto patience = std::min<nanoseconds>(seat.patience, until_look);
                deadline = std::min(deadline, seat.asked + std::chrono::ceil<SteadyTime::duration>(patience));
            }
        }
        handle(wait_set_.wait(now, deadline));
        if (seats_[0].is_awaited || seats_[1].is_awaited) {
            now = SteadyTime::now();
            check_time(now);
        }
    }
}

void AgentProcesses::handle(std::span<const epoll_event> events) {
    // Answers first: the clock of whoever sent one stops at the read. Only then the rest.
    const std::array<bool, 2> was_awaited{seats_[0].is_awaited, seats_[1].is_awaited};
    for (const epoll_event& event : events) {
        const std::size_t i = event.data.u64 / kPerSeat;
        if (event.data.u64 % kPerSeat == kOut && event.data.u64 != kStop && was_awaited[i]) {
            read_answer(seats_[i]);
        }
    }
    for (const epoll_event& event : events) {
        if (event.data.u64 == kStop) {
            if (stop_.requested()) {
                for (Seat& seat : seats_) {
                    if (seat.is_awaited) {
                        seat.reply.elapsed = SteadyTime::now() - seat.asked;
                        settle(seat, Stopped{});
                    }
                }
            }
            continue;
        }
        Seat& seat = seats_[event.data.u64 / kPerSeat];
        switch (static_cast<Source>(event.data.u64 % kPerSeat)) {
        case kOut:
            if (!was_awaited[index(seat.side)]) {
                read_uninvited(seat);
            }
            break;
        case kErr:
            drain_errors(seat, settings_.stderr_bytes, trace_, scratch_);
            if (seat.err_closed) {
                wait_set_.remove(seat.process->err());
            }
            break;
        case kIn:
            if ((event.events & EPOLLERR) != 0) {
                seat.in_broken = true;
                if (seat.is_awaited) {
                    judge_lost_reader(seat);
                }
            } else if (seat.is_awaited) {
                write_rest(seat);
            }
            break;
        case kExit:
            seat.has_exited = true;
            seat.exited_at = SteadyTime::now();
            if (seat.is_awaited) {
                read_last_answer(seat);
            }
            break;
        case kPerSeat:
            break;
        }
    }
}

/// In every round: an agent that keeps us busy gains nothing by it.
void AgentProcesses::check_time(SteadyTime::time_point now) {
    for (Seat& seat : seats_) {
        if (seat.is_awaited && is_late(seat, now - seat.asked)) {
            settle_fault(seat, Termination::Timeout, kLate);
        }
        if (seat.is_awaited && is_turn_ && !has_looked_ && now - seat.asked >= TurnWatch::kFirstLook) {
            turn_watch_.look(now);
            has_looked_ = true;
        }
    }
}

/// Moves the patience on when `--clock fair` does not charge all of `elapsed`.
bool AgentProcesses::is_late(Seat& seat, nanoseconds elapsed) {
    if (elapsed <= seat.patience) {
        return false;
    }
    constexpr std::chrono::seconds kLongestWait{10};
    if (elapsed - seat.limit > kLongestWait + 10 * seat.limit) {
        return true; // whoever is to blame: the run goes on
    }
    if (settings_.clock == ClockRule::Wall || !is_turn_) {
        return true;
    }
    // Once it ran again after a wait, what it waited is known; until then only that it may be waiting.
    constexpr std::chrono::milliseconds kNextLook{5};
    const auto [load, uncounted] = turn_watch_.so_far(seat.asked + elapsed);
    const auto left = seat.limit - fair_charge(elapsed, load);
    if (left >= nanoseconds(0)) {
        seat.patience = elapsed + std::max<nanoseconds>(left, std::chrono::milliseconds(1));
        return false;
    }
    if (-left <= std::min<nanoseconds>(uncounted, kLongestWait)) {
        seat.patience = elapsed + kNextLook;
        return false;
    }
    return true;
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
        stop_listening(seat);
        seat.out_closed = true;
    }
    if (is_late(seat, seat.reply.elapsed)) {
        settle(seat, AgentFault{Termination::Timeout, kLate});
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
        stop_listening(seat);
    }
    settle(seat, input.substr(0, newline));
}

void AgentProcesses::read_uninvited(Seat& seat) {
    const ssize_t got = read_some(seat.process->out(), scratch_.data(), scratch_.size());
    if (got == 0) {
        stop_listening(seat);
        seat.out_closed = true;
    } else if (got > 0) {
        stop_listening(seat);
        trace_.heard(seat.side, {scratch_.data(), static_cast<std::size_t>(got)});
        seat.uninvited = "sent '" + to_printable({scratch_.data(), static_cast<std::size_t>(got)}) +
                         "' when no answer was owed";
    }
}

/// Nothing it says can matter any more before it is seen off.
void AgentProcesses::stop_listening(Seat& seat) noexcept {
    wait_set_.remove(seat.process->out());
}

/// Nobody can read the agent's input any more. It may have closed it after reading the message, and answer
/// yet; what is still in the pipe will never be read. (The write itself may have gone well: another worker's
/// child, on its way to exec, held the other end for a moment.)
void AgentProcesses::judge_lost_reader(Seat& seat) {
    int unread = 0;
    if (::ioctl(seat.process->in(), FIONREAD, &unread) != 0 || unread > 0 || !seat.unsent.empty()) {
        settle_fault(seat, Termination::Crashed, kUndeliverable);
    }
}

void AgentProcesses::write_rest(Seat& seat) {
    const auto written = write_some(seat.process->in(), seat.unsent);
    if (!written) {
        settle_fault(seat, Termination::Crashed, kUndeliverable);
        return;
    }
    seat.unsent.remove_prefix(*written);
    if (seat.unsent.empty()) {
        wait_set_.change(seat.process->in(), EPOLLET, tag(seat, kIn));
    }
}

std::array<Departure, 2> AgentProcesses::finish(const std::array<std::string_view, 2>& last_words) {
    std::array<bool, 2> at_once{};
    for (std::size_t i = 0; i < seats_.size(); ++i) {
        static_cast<void>(
            write_some(seats_[i].process->in(), last_words[i])); // whoever is gone needs no words
        trace_.said(seats_[i].side, last_words[i]);
        at_once[i] = cut_off_ == seats_[i].side && turn_watch_.needs_its_end();
    }
    see_off(seats_, at_once, settings_.finish_wait, settings_.stderr_bytes, stop_, trace_, scratch_);
    std::array<Departure, 2> departures;
    for (std::size_t i = 0; i < seats_.size(); ++i) {
        Seat& seat = seats_[i];
        Departure& departure = departures[i];
        // Its last words are still in the pipe. A pipe holds 64 KiB; more comes only from somebody else who
        // holds it.
        for (int round = 0; round < 8 && !seat.err_closed; ++round) {
            drain_errors(seat, settings_.stderr_bytes, trace_, scratch_);
        }
        if (cut_off_ == seat.side) {
            departure.cut_off = turn_watch_.after_its_end(seat.exited_at); // while it is a zombie
        }
        const pid_t pid = seat.process->pid();
        auto [exit, processor] = seat.process->reap();
        orphans_.agent_is_gone(pid);
        departure.exit = std::move(exit);
        departure.processor = processor;
        if (seat.stderr_tail.size() > settings_.stderr_bytes) {
            seat.stderr_tail.erase(0, seat.stderr_tail.size() - settings_.stderr_bytes);
        }
        departure.stderr_tail = std::move(seat.stderr_tail);
        seat.stderr_tail.clear();
        unwatch(seat);
        seat.process.reset();
    }
    bury();
    return departures;
}

} // namespace referee
