#include "referee/check/talker.hpp"

#include "referee/process/proc_file.hpp"
#include "referee/talk/seat.hpp"

#include <fmt/format.h>

#include <array>
#include <filesystem>
#include <memory>
#include <string_view>
#include <system_error>
#include <utility>

namespace referee::check {
namespace {

constexpr std::int64_t kMuchMemoryKib = 1024;
constexpr std::int64_t kManyDescriptors = 8;

bool grows(std::int64_t before, std::int64_t between, std::int64_t after, std::int64_t much) {
    const auto first = between - before;
    const auto second = after - between;
    return first >= much && second >= much && second * 2 >= first;
}

} // namespace

std::optional<Footprint> footprint_of(pid_t pid) {
    const auto bytes = own_resident_bytes(pid);
    std::error_code gone;
    std::filesystem::directory_iterator at("/proc/" + std::to_string(pid) + "/fd", gone);
    if (!bytes || gone) {
        return std::nullopt;
    }
    Footprint footprint{.memory_kib = static_cast<std::int64_t>(*bytes / 1024)};
    for (const std::filesystem::directory_iterator end; at != end && !gone; at.increment(gone)) {
        ++footprint.descriptors;
    }
    return footprint;
}

std::optional<std::string> growth_in(const std::array<Footprint, 3>& readings) {
    const auto& [before, between, after] = readings;
    if (grows(before.memory_kib, between.memory_kib, after.memory_kib, kMuchMemoryKib)) {
        return fmt::format("memory grows: {}, {}, {} KiB", before.memory_kib, between.memory_kib,
                           after.memory_kib);
    }
    if (grows(before.descriptors, between.descriptors, after.descriptors, kManyDescriptors)) {
        return fmt::format("descriptors grow: {}, {}, {}", before.descriptors, between.descriptors,
                           after.descriptors);
    }
    return std::nullopt;
}

Talker::Talker(const Subject& subject, StopToken stop, Orphans& orphans)
    : subject_(subject)
    , stop_(stop)
    , orphans_(orphans)
    , spawner_(subject.settings.limits)
    , meters_{ProcessMeter(orphans), ProcessMeter(orphans)}
    , clock_(ClockRule::Wall, meters_.first, meters_.second)
    , drain_(subject.settings.stderr_bytes, trace_)
    , conversation_(seats_, clock_, holder_, stalls_, drain_, trace_, stop) {}

Talker::~Talker() {
    conversation_.close();
    bury();
}

void Talker::start(std::uint64_t seed, const std::vector<int>* cores) {
    conversation_.close();
    bury();
    Seat& seat = seats_.first;
    seat = {.manner = &subject_.manner, .seed = seed, .reader = make_reader(subject_.manner.protocol)};
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
