#include "referee/talk/agent_processes.hpp"

#include "referee/base/text.hpp"
#include "referee/base/user_error.hpp"
#include "referee/process/placement.hpp"
#include "referee/process/proc_file.hpp"
#include "referee/talk/engine/dialect.hpp"
#include "referee/talk/pipe_io.hpp"
#include "referee/talk/protocol.hpp"
#include "referee/talk/seat.hpp"

#include <algorithm>
#include <string>
#include <system_error>
#include <utility>
#include <variant>

#include <unistd.h>

namespace referee {

const std::vector<int>* cores_of(Side side, const GameCores* cores) noexcept {
    if (cores == nullptr) {
        return nullptr;
    }
    return side == Side::First ? &cores->first : &cores->second;
}

namespace {

const Manner kDefaultManner;

/// The last word to an agent that plays no more games.
std::string_view last_word(Protocol protocol) noexcept {
    return is_of_engines(protocol) ? engine::kQuitMessage : kFinishMessage;
}

/// Throws AgentError when a file of an agent has changed.
void expect_unchanged(const Launch& launch) {
    if (const auto file = launch.files->changed()) {
        const std::string who =
            launch.name.empty() ? "agent " + std::to_string(launch.agent) : to_printable(launch.name);
        throw AgentError(who + ": " + *file +
                         " has changed, and another program would play from now on (a file that the agent "
                         "itself writes must not be named in its command)");
    }
}

} // namespace

AgentProcesses::AgentProcesses(AgentSettings settings, StopToken stop, Orphans& orphans)
    : finish_wait_(settings.finish_wait)
    , stop_(stop)
    , orphans_(orphans)
    , spawner_(settings.limits)
    , limits_(std::move(settings.limits))
    , meters_{ProcessMeter(orphans), ProcessMeter(orphans)}
    , clock_(settings.clock, meters_.first, meters_.second)
    , trace_(settings.trace)
    , kept_(std::move(settings.kept))
    , disturbances_(seats_, stalls_, orphans_, stop)
    , drain_(settings.stderr_bytes, trace_)
    , conversation_(seats_, clock_, holder_, stalls_, drain_, trace_, stop) {
    seats_.second.side = Side::Second;
}

AgentProcesses::~AgentProcesses() {
    try {
        say_goodbye();
    } catch (const std::system_error&) { // the machine cannot wait: they end without a word
    }
    bury();
}

void AgentProcesses::start(const PerSide<Launch>& launches) {
    conversation_.close();
    clock_.game_begins();
    trace_.begin({launches.first.agent, launches.second.agent});
    launches_ = launches;
    has_fault_ = false;
    try {
        seat_agents(launches);
        for (const Side side : kSides) {
            const Seat& seat = seats_[side];
            if (!seat.process) {
                start_process(side);
            } else if (seat.process->has_ended()) {
                static_cast<void>(replace(side));
            }
            meters_[side].attach(seat.process->pid(), seat.seed, cells_[index_of(seat.agent)].init());
        }
        disturbances_.game_begins({is_free(Side::First), is_free(Side::Second)});
        holder_.game_begins({held_cell(Side::First), held_cell(Side::Second)});
        conversation_.open();
    } catch (...) {
        bury();
        throw;
    }
}

/// Lets each agent keep its process, whichever side it plays now.
void AgentProcesses::seat_agents(const PerSide<Launch>& launches) {
    if (seats_.first.agent == launches.second.agent || seats_.second.agent == launches.first.agent) {
        std::swap(seats_.first, seats_.second);
    }
    for (const Side side : kSides) {
        Seat& seat = seats_[side];
        if (seat.agent != launches[side].agent) {
            end_process(seat);
            forget_ended();
        }
        seat.side = side;
        seat.agent = launches[side].agent;
        seat.manner = launches[side].manner != nullptr ? launches[side].manner : &kDefaultManner;
        counts_[index_of(seat.agent)].replaced = 0;
        seat.is_new = false;
    }
}

void AgentProcesses::start_process(Side side) {
    Seat& seat = seats_[side];
    const Launch& launch = launches_[side];
    if (launch.files != nullptr && launch.sandbox == nullptr) { // in a sandbox, copies are played
        expect_unchanged(launch);
    }
    seat = {.side = seat.side,
            .agent = seat.agent,
            .manner = seat.manner,
            .seed = launch.seed,
            .reader = make_reader(seat.manner->protocol, kept_)};
    orphans_.agent_begins(seat.seed);
    try {
        seat.process =
            launch.sandbox != nullptr
                ? cells_[index_of(launch.agent)].start(*launch.sandbox, limits_, launch.seed, launch.cores)
                : std::make_unique<Process>(spawner_, *launch.program, launch.seed, launch.cores);
    } catch (...) {
        ended_seeds_.push_back(seat.seed);
        throw;
    }
    orphans_.agent_has_begun(seat.process->pid());
}

/// The cell of an agent that is held still while the other one is to move; nullptr when it is not.
SandboxCell* AgentProcesses::held_cell(Side side) const {
    SandboxCell* const cell = cells_[index_of(seats_[side].agent)].get();
    return cell != nullptr && !cell->sandbox().wishes().ponders ? cell : nullptr;
}

/// The process `pid` of the agent was reaped; what it left behind has yet to end.
void AgentProcesses::after_end_of(const Seat& seat, pid_t pid) {
    orphans_.agent_is_gone(pid);
    ended_seeds_.push_back(seat.seed);
    if (SandboxCell* const cell = cells_[index_of(seat.agent)].get()) {
        cell->sweep();
    }
}

bool AgentProcesses::replace(Side side) {
    constexpr int kMostDeaths = 3; // one after the other
    Counts& counts = counts_[index_of(seats_[side].agent)];
    if (counts.deaths + 1 >= kMostDeaths) {
        return false;
    }
    ++counts.deaths;
    ++counts.replaced;
    const bool is_talking = conversation_.is_open();
    conversation_.close();
    end_process(seats_[side]);
    forget_ended();
    start_process(side);
    meters_[side].attach(seats_[side].process->pid(), seats_[side].seed,
                         cells_[index_of(seats_[side].agent)].init());
    if (is_talking) {
        conversation_.open();
    }
    return true;
}

PerSide<Reply> AgentProcesses::ask_both(const PerSide<Question>& questions) {
    PerSide<Reply> replies = conversation_.ask_both(questions);
    for (const Side side : kSides) {
        if (!questions[side].message.empty()) {
            look_at(side, replies[side], false);
        }
    }
    return replies;
}

Reply AgentProcesses::ask(Side side, const Question& question) {
    Reply reply = conversation_.ask(side, question);
    look_at(side, reply, true);
    return reply;
}

/// Notes in `reply` what the agent on `side` is not to blame for.
void AgentProcesses::look_at(Side side, Reply& reply, bool is_turn) {
    has_fault_ = has_fault_ || std::holds_alternative<AgentFault>(reply.what);
    reply.disturbed = disturbances_.seen_in(reply, side, is_turn);
    if (!reply.disturbed && is_lost(reply)) {
        reply.is_curbed = is_curbed(side) || has_stopped_child(seats_[side].process->pid());
    }
}

bool AgentProcesses::is_curbed(Side side) const {
    const auto now = share_of(seats_[side].process->pid());
    auto given = share_of(0);
    if (!now || !given) {
        return false;
    }
    if (launches_[side].cores != nullptr) {
        given->cores = *launches_[side].cores;
    }
    given->set_limits(limits_);
    if (launches_[side].sandbox != nullptr) {
        given->limits = now->limits; // a cell sets limits of its own
    }
    return is_less(*now, *given);
}

PerSide<Departure> AgentProcesses::finish(const PerSide<std::string_view>& last_words,
                                          const PerSide<bool>& keeps) {
    PerSide<std::uint64_t> held{};
    if (has_fault_) {
        held = {held_bytes(seats_.first), held_bytes(seats_.second)};
    }
    conversation_.tell(last_words);
    conversation_.close();
    Leaving leaving{};
    for (const Side side : kSides) {
        Seat& seat = seats_[side];
        if (!seat.is_new) { // it outlived the time between two games, or is at fault
            counts_[index_of(seat.agent)].deaths = 0;
        }
        if (keeps[side]) {
            continue;
        }
        leaving[index(side)] = &seat;
        if (clock_.needs_end_of(side) && !seat.has_exited) {
            seat.process->kill();
        }
    }
    see_off(leaving, finish_wait_, stop_, stall_meter_, drain_);
    PerSide<Departure> departures;
    for (const Side side : kSides) {
        departures[side] = keeps[side] ? stay(seats_[side]) : reap(seats_[side]);
        departures[side].held_bytes = std::max(departures[side].held_bytes, held[side]);
    }
    const bool has_memory_end = departures.first.memory_end || departures.second.memory_end;
    forget_ended();
    note_memory(has_memory_end);
    return departures;
}

/// Memory of an agent and of what it started, while they live.
std::uint64_t AgentProcesses::held_bytes(const Seat& seat) {
    const SandboxCell* const cell = cells_[index_of(seat.agent)].get();
    if (const auto memory = cell ? cell->memory() : std::nullopt) {
        return memory->most_bytes;
    }
    std::uint64_t sum = resident_bytes(seat.process->pid());
    for (const pid_t pid : orphans_.left_by(seat.seed).own) {
        sum += resident_bytes(pid);
    }
    return sum;
}

/// A group of its own tells of every process of the agent whose limit was reached. Without one, all that is
/// known is that the kernel has ended some process. It may have been one that the agent had started: how the
/// agent itself ended says nothing. A game without a fault is not looked at.
std::optional<MemoryEnd> AgentProcesses::memory_end(const Seat& seat) const {
    if (!has_fault_) {
        return std::nullopt;
    }
    const SandboxCell* const cell = cells_[index_of(seat.agent)].get();
    if (const auto now = cell ? cell->memory() : std::nullopt) {
        const GroupMemory& before = cell->noted_memory;
        return now->kills == before.kills           ? std::nullopt
               : now->own_limit == before.own_limit ? std::optional(MemoryEnd::Shared)
                                                    : std::optional(MemoryEnd::Own);
    }
    return memory_kills() > memory_kills_ ? std::optional(MemoryEnd::Shared) : std::nullopt;
}

/// Ends of processes are counted from here on. What is a second old does no harm, and costs nothing.
void AgentProcesses::note_memory(bool is_due) {
    const auto now = SteadyTime::now();
    if (!is_due && now - memory_noted_at_ < std::chrono::seconds(1)) {
        return;
    }
    memory_noted_at_ = now;
    memory_kills_ = memory_kills();
    for (const KeptCell& kept : cells_) {
        if (SandboxCell* const cell = kept.get()) {
            cell->noted_memory = cell->memory_from_now().value_or(GroupMemory());
        }
    }
}

/// What is left of an agent that was seen off.
Departure AgentProcesses::reap(Seat& seat) {
    Departure departure;
    departure.stderr_tail = drain_.last_errors(seat);
    if (seat.has_exited) {
        departure.cut_off = clock_.after_end_of(seat.side, seat.exited_at); // a zombie's numbers can be read
    }
    const pid_t pid = seat.process->pid();
    const bool has_time = seat.has_exited && !stop_.requested(); // one that did not exit had its time
    auto [exit, processor, most_bytes] =
        seat.process->reap(has_time ? Process::kReapPatience : Process::kShortReapPatience);
    departure.memory_end = memory_end(seat);
    departure.held_bytes = most_bytes;
    departure.exit = std::move(exit);
    departure.processor = processor - seat.processor_before;
    seat.process.reset();
    after_end_of(seat, pid);
    return departure;
}

/// What is known of an agent that waits for the next game.
Departure AgentProcesses::stay(Seat& seat) {
    const auto processor = processor_time(seat.process->pid()).value_or(seat.processor_before);
    return {.exit = std::string(kKept),
            .stderr_tail = drain_.last_errors(seat),
            .processor = processor - std::exchange(seat.processor_before, processor)};
}

/// Ends a process without a word, and what it started.
void AgentProcesses::end_process(Seat& seat) {
    if (seat.process) {
        const pid_t pid = seat.process->pid();
        seat.process.reset();
        after_end_of(seat, pid);
    }
}

/// Ends what processes that have ended left behind.
void AgentProcesses::forget_ended() {
    if (!ended_seeds_.empty()) {
        orphans_.agents_ended(ended_seeds_);
        ended_seeds_.clear();
    }
}

/// Ends the processes that wait for another game, with a word.
void AgentProcesses::say_goodbye() {
    const bool is_in_game = conversation_.is_open();
    conversation_.close();
    Leaving leaving{};
    for (const Side side : kSides) {
        Seat& seat = seats_[side];
        if (seat.process && !is_in_game) {
            static_cast<void>(write_some(seat.process->in(), last_word(seat.manner->protocol)));
            leaving[index(side)] = &seat;
        }
    }
    see_off(leaving, finish_wait_, stop_, stall_meter_, drain_);
}

/// Ends whatever is left: processes, and what they started.
void AgentProcesses::bury() {
    conversation_.close();
    end_process(seats_.first);
    end_process(seats_.second);
    forget_ended();
}

} // namespace referee
