#include "referee/talk/exchange.hpp"

#include "referee/base/text.hpp"
#include "referee/talk/pipe_io.hpp"

#include <algorithm>
#include <utility>

#include <sys/ioctl.h>

namespace referee {
namespace {

using std::chrono::nanoseconds;

AgentFault undeliverable() {
    return {.termination = Termination::Crashed,
            .reason = "exited or closed its input: a message could not be delivered",
            .is_before_question = true};
}

/// The last line that meant nothing, in words; empty: none came.
std::string unknown_line(const AnswerReader& reader) {
    const std::string_view line = reader.unknown_line();
    return line.empty() ? std::string() : "its last line was '" + to_printable(line) + "'";
}

/// What came in place of the answer, in words; empty: nothing.
std::string what_came(const AnswerReader& reader) {
    return reader.part().empty() ? unknown_line(reader)
                                 : "'" + to_printable(reader.part()) + "' came without a newline";
}

/// The fault of an agent whose output ended before it answered.
AgentFault ended(const AnswerReader& reader) {
    const std::string_view input = reader.part();
    return {Termination::Crashed,
            input.empty()
                ? with_what_came("exited or closed its output while an answer was owed", unknown_line(reader))
                : "exited or closed its output after '" + to_printable(input) + "', in the middle of a line"};
}

} // namespace

Exchange::Exchange(Seat& seat, TurnClock& clock, Drain& drain, Trace& trace, WaitSet& wait_set) noexcept
    : seat_(seat)
    , clock_(clock)
    , drain_(drain)
    , trace_(trace)
    , wait_set_(wait_set) {}

void Exchange::open() {
    unsent_ = {};
    is_awaited_ = false;
    time_.side = seat_.side;
    reply_ = {};
    if (!seat_.process) {
        return;
    }
    const Process& process = *seat_.process;
    if (!seat_.out_closed) {
        wait_set_.add(process.out(), EPOLLIN, tag_of(EventSource::Output, seat_.side));
    }
    if (!seat_.err_closed) {
        wait_set_.add(process.err(), EPOLLIN, tag_of(EventSource::Errors, seat_.side));
    }
    // EPOLLET: reported once. An agent may exit, or close its input, long before that matters.
    wait_set_.add(process.in(), EPOLLET, tag_of(EventSource::Input, seat_.side));
    wait_set_.add(process.exited(), EPOLLIN | EPOLLET, tag_of(EventSource::Exit, seat_.side));
}

void Exchange::close() noexcept {
    if (const auto& process = seat_.process) {
        for (const int fd : {process->out(), process->err(), process->in(), process->exited()}) {
            wait_set_.remove(fd);
        }
    }
}

void Exchange::begin(const Question& question) {
    unsent_ = {};
    last_call_ = question.last_call;
    grace_ = question.grace;
    time_.limit = time_.patience = question.limit;
    is_awaited_ = true;
    if (question.looks_first && !seat_.reader->uninvited() && !seat_.out_closed) {
        read_uninvited(); // what is in the pipe now was sent before this message: it is no answer
    }
    seat_.reader->expect(question.awaited);
    time_.asked = SteadyTime::now();
    if (const auto& uninvited = seat_.reader->uninvited()) {
        settle_now(AgentFault{
            .termination = Termination::ProtocolError, .reason = *uninvited, .is_before_question = true});
        return;
    }
    if (seat_.out_closed) {
        settle_now(AgentFault{.termination = Termination::Crashed,
                              .reason = "exited or closed its output before it was asked",
                              .is_before_question = true});
        return;
    }
    const auto written = write_some(seat_.process->in(), question.message);
    trace_.said(seat_.side, question.message);
    if (!written) {
        settle_now(undeliverable());
        return;
    }
    unsent_ = question.message.substr(*written);
    if (!unsent_.empty()) {
        wait_set_.change(seat_.process->in(), EPOLLOUT | EPOLLET, tag_of(EventSource::Input, seat_.side));
    }
    if (seat_.in_broken) {
        judge_lost_reader();
    }
    if (is_awaited_ && seat_.has_exited) {
        read_last_answer();
    }
}

void Exchange::tell(std::string_view message) {
    static_cast<void>(write_some(seat_.process->in(), message));
    trace_.said(seat_.side, message);
}

/// Called after each wait, so that an agent gains no time by keeping the referee busy.
void Exchange::check_time(SteadyTime::time_point now) {
    if (!clock_.is_late(time_, now - time_.asked)) {
        clock_.check(time_, now);
    } else if (grace_ > nanoseconds(0)) {
        make_last_call();
    } else {
        settle_now(late_answer(what_came(*seat_.reader)));
    }
}

void Exchange::make_last_call() {
    tell(last_call_);
    time_.limit += grace_;
    time_.patience = time_.limit;
    grace_ = nanoseconds(0);
}

void Exchange::stop() {
    settle_now(Stopped{});
}

void Exchange::excuse(nanoseconds part) noexcept {
    if (is_awaited_) {
        time_.asked += part;
    } else {
        reply_.elapsed -= std::min(part, reply_.elapsed);
    }
}

void Exchange::handle_input(std::uint32_t events) {
    if ((events & EPOLLERR) != 0) {
        seat_.in_broken = true;
        if (is_awaited_) {
            judge_lost_reader();
        }
    } else if (is_awaited_) {
        write_rest();
    }
}

void Exchange::handle_errors() {
    drain_.errors(seat_);
    if (seat_.err_closed) {
        wait_set_.remove(seat_.process->err());
    }
}

void Exchange::handle_exit() {
    seat_.has_exited = true;
    seat_.exited_at = SteadyTime::now();
    if (is_awaited_) {
        read_last_answer();
    }
}

/// The agent has exited. An answer that it wrote before counts. A process that it started may hold its output
/// open.
void Exchange::read_last_answer() {
    while (is_awaited_ && read_answer()) {
    }
    if (is_awaited_) {
        seat_.out_closed = true;
        settle_now(ended(*seat_.reader));
    }
}

Exchange::Got Exchange::read(std::optional<AnswerReader::Answer>& answer) {
    const std::span<char> room = seat_.reader->room();
    const ssize_t got = read_some(seat_.process->out(), room.data(), room.size());
    if (is_awaited_) {
        reply_.elapsed = SteadyTime::now() - time_.asked;
    }
    if (got < 0) {
        return Got::Nothing;
    }
    if (got == 0) {
        stop_listening();
        seat_.out_closed = true;
        return Got::End;
    }
    const auto count = static_cast<std::size_t>(got);
    trace_.heard(seat_.side, {room.data(), count});
    answer = seat_.reader->take(count);
    if (seat_.reader->uninvited()) {
        stop_listening();
    }
    return Got::Bytes;
}

bool Exchange::read_answer() {
    std::optional<AnswerReader::Answer> answer;
    const Got got = read(answer);
    if (got == Got::Nothing) {
        return false;
    }
    if (grace_ == nanoseconds(0) && clock_.is_late(time_, reply_.elapsed)) {
        settle(late_answer(answer ? std::string() : what_came(*seat_.reader)));
    } else if (answer) {
        std::visit([this](auto& what) { settle(std::move(what)); }, *answer);
    } else if (got == Got::End) {
        settle(ended(*seat_.reader));
    }
    return true;
}

void Exchange::read_uninvited() {
    std::optional<AnswerReader::Answer> none;
    static_cast<void>(read(none));
}

/// No later output of the agent matters before its end.
void Exchange::stop_listening() noexcept {
    wait_set_.remove(seat_.process->out());
}

/// Nobody can read the agent's input any more. The agent may have closed it after it read the message, and
/// may still answer; a message that is still in the pipe will never be read. The write may have succeeded: a
/// child of another worker holds the other end of the pipe for a moment before its exec.
void Exchange::judge_lost_reader() {
    int unread = 0;
    const bool is_known = ::ioctl(seat_.process->in(), FIONREAD, &unread) == 0;
    if (!is_known || unread > 0 || !unsent_.empty()) {
        settle_now(undeliverable());
    }
}

void Exchange::write_rest() {
    const Process& process = *seat_.process;
    const auto written = write_some(process.in(), unsent_);
    if (!written) {
        settle_now(undeliverable());
        return;
    }
    unsent_.remove_prefix(*written);
    if (unsent_.empty()) {
        wait_set_.change(process.in(), EPOLLET, tag_of(EventSource::Input, seat_.side));
    }
}

void Exchange::settle(decltype(Reply::what) what) {
    reply_.what = std::move(what);
    reply_.asides = seat_.reader->asides();
    is_awaited_ = false;
}

/// For what is certain only now, not since the last read.
void Exchange::settle_now(decltype(Reply::what) what) {
    reply_.elapsed = SteadyTime::now() - time_.asked;
    settle(std::move(what));
}

} // namespace referee
