#include "referee/check/talker.hpp"

#include "referee/talk/farewell.hpp"
#include "referee/talk/pipe_io.hpp"

#include <array>
#include <memory>
#include <utility>

namespace referee::check {

Talker::Talker(const Subject& subject, StopToken stop, Orphans& orphans)
    : subject_(subject)
    , stop_(stop)
    , orphans_(orphans)
    , spawner_(subject.settings.limits)
    , meters_{ProcessMeter(orphans), ProcessMeter(orphans)}
    , clock_(ClockRule::Wall, meters_.first, meters_.second)
    , drain_(subject.settings.stderr_bytes, trace_)
    , conversation_(seats_, clock_, holder_, stalls_, drain_, trace_, stop) {
    seats_.first.manner = &subject.manner;
}

Talker::~Talker() {
    conversation_.close();
    bury();
}

void Talker::start(std::uint64_t seed, const std::vector<int>* cores) {
    conversation_.close();
    bury();
    Seat& seat = seats_.first;
    seat.out_closed = seat.err_closed = seat.in_broken = seat.has_exited = false;
    seat.stderr_tail.clear();
    seat.is_new = true;
    seat.seed = seed;
    seat.reader = make_reader(subject_.manner.protocol);
    orphans_.agent_begins(seed);
    try {
        seat.process = subject_.sandbox
                           ? cell_.start(*subject_.sandbox, subject_.settings.limits, seed, cores)
                           : std::make_unique<Process>(spawner_, subject_.program, seed, cores);
    } catch (...) {
        orphans_.agents_ended({seed});
        throw;
    }
    orphans_.agent_has_begun(seat.process->pid());
    clock_.game_begins();
    late_.reset();
    meters_.first.attach(seat.process->pid(), seed, cell_.init());
    forget();
    conversation_.open();
}

/// The process `pid` was reaped; what it left behind has yet to end.
void Talker::after_end_of(pid_t pid) {
    orphans_.agent_is_gone(pid);
    if (SandboxCell* const cell = cell_.get()) {
        cell->sweep();
    }
    orphans_.agents_ended({seat().seed});
}

bool Talker::has_exited() const {
    if (!has_process()) {
        return false;
    }
    std::array<pollfd, 1> exit{pollfd{.fd = seat().process->exited(), .events = POLLIN, .revents = 0}};
    return wait_until(exit, SteadyTime::time_point(), SteadyTime::time_point());
}

Reply Talker::ask(const Question& question) {
    Reply reply = std::move(conversation_.ask_both({question, Question{}}).first);
    if (const auto* line = std::get_if<Line>(&reply.what)) {
        last_answer_ = *line;
    }
    late_.reset();
    const auto* const fault = std::get_if<AgentFault>(&reply.what);
    if (fault != nullptr && fault->termination == Termination::Timeout && !question.is_turn) {
        late_ = LateStart{{reply.elapsed, reply.load}, question.limit};
    }
    return reply;
}

void Talker::tell(std::string_view message) {
    conversation_.tell({message, std::string_view()});
}

Ended Talker::end(std::string_view last_words, std::chrono::milliseconds patience) {
    const auto begin = SteadyTime::now();
    tell(last_words);
    conversation_.close();
    return wait_for_end(patience, begin);
}

Ended Talker::end_input(std::chrono::milliseconds patience) {
    const auto begin = SteadyTime::now();
    conversation_.close();
    seats_.first.process->close_in();
    return wait_for_end(patience, begin);
}

Ended Talker::wait_for_end(std::chrono::milliseconds patience, SteadyTime::time_point begin) {
    Seat& seat = seats_.first;
    if (late_ && clock_.needs_end_of(Side::First) && !seat.has_exited) {
        seat.process->kill();
    }
    see_off({&seat, nullptr}, patience, stop_, stall_meter_, drain_);
    Ended ended;
    ended.took = seat.exited_at - begin;
    ended.departure.stderr_tail = drain_.last_errors(seat);
    if (late_ && seat.has_exited) {
        ended.departure.cut_off = clock_.after_end_of(Side::First, seat.exited_at);
    }
    if (late_) {
        judge(*late_, ended.departure);
    }
    const pid_t pid = seat.process->pid();
    auto [exit, processor, most_bytes] = seat.process->reap();
    ended.by_itself = exit.starts_with("exited ") || exit.starts_with("signal ");
    ended.departure.exit = std::move(exit);
    ended.departure.processor = processor;
    seat.process.reset();
    after_end_of(pid);
    return ended;
}

void Talker::bury() {
    if (has_process()) {
        Seat& seat = seats_.first;
        const pid_t pid = seat.process->pid();
        seat.process.reset();
        after_end_of(pid);
    }
}

std::optional<std::chrono::nanoseconds> Talker::processor() const {
    return has_process() ? processor_time(seat().process->pid()) : std::nullopt;
}

std::optional<Footprint> Talker::footprint() const {
    return has_process() ? footprint_of(seat().process->pid()) : std::nullopt;
}

} // namespace referee::check
