#include "referee/talk/agent_processes.hpp"

#include "referee/process/placement.hpp"
#include "referee/talk/farewell.hpp"

#include <utility>

namespace referee {

const std::vector<int>* cores_of(Side side, const GameCores* cores) noexcept {
    if (cores == nullptr) {
        return nullptr;
    }
    return side == Side::First ? &cores->first : &cores->second;
}

AgentProcesses::AgentProcesses(AgentSettings settings, StopToken stop, Orphans& orphans)
    : finish_wait_(settings.finish_wait)
    , stop_(stop)
    , orphans_(orphans)
    , spawner_(std::move(settings.limits))
    , meters_{ProcessMeter(orphans), ProcessMeter(orphans)}
    , clock_(settings.clock, meters_.first, meters_.second)
    , trace_(settings.trace)
    , drain_(settings.stderr_bytes, trace_)
    , conversation_(seats_, clock_, drain_, trace_, stop) {
    seats_.second.side = Side::Second;
}

AgentProcesses::~AgentProcesses() {
    bury();
}

void AgentProcesses::start(const PerSide<Launch>& launches) {
    bury();
    clock_.game_begins();
    trace_.begin({launches.first.agent, launches.second.agent});
    try {
        for (const Side side : kSides) {
            start_one(side, launches[side]);
        }
        conversation_.open();
    } catch (...) {
        bury();
        throw;
    }
}

void AgentProcesses::start_one(Side side, const Launch& launch) {
    Seat& seat = seats_[side];
    seat.reset();
    orphans_.agent_begins(launch.seed);
    live_seeds_.push_back(launch.seed);
    seat.process.emplace(spawner_, *launch.program, launch.seed, launch.cores);
    orphans_.agent_has_begun(seat.process->pid());
    meters_[side].attach(seat.process->pid(), launch.seed);
}

PerSide<Reply> AgentProcesses::ask_both(const PerSide<std::string_view>& messages,
                                        std::chrono::nanoseconds limit) {
    return conversation_.ask_both(messages, limit);
}

Reply AgentProcesses::ask(Side side, std::string_view message, std::chrono::nanoseconds limit) {
    return conversation_.ask(side, message, limit);
}

PerSide<Departure> AgentProcesses::finish(const PerSide<std::string_view>& last_words) {
    conversation_.tell(last_words);
    conversation_.close();
    for (const Side side : kSides) {
        if (clock_.needs_end_of(side) && !seats_[side].has_exited) {
            seats_[side].process->kill();
        }
    }
    see_off(seats_, finish_wait_, stop_, drain_);
    PerSide<Departure> departures;
    for (const Side side : kSides) {
        departures[side] = reap(seats_[side]);
    }
    bury();
    return departures;
}

/// What is left of an agent that has exited.
Departure AgentProcesses::reap(Seat& seat) {
    Departure departure;
    departure.stderr_tail = drain_.last_errors(seat);
    departure.cut_off = clock_.after_end_of(seat.side, seat.exited_at); // a zombie's numbers can be read
    const pid_t pid = seat.process->pid();
    auto [exit, processor] = seat.process->reap();
    orphans_.agent_is_gone(pid);
    departure.exit = std::move(exit);
    departure.processor = processor;
    seat.process.reset();
    return departure;
}

/// Ends whatever is left of a game: processes, and what they started.
void AgentProcesses::bury() {
    conversation_.close();
    for (const Side side : kSides) {
        if (auto& process = seats_[side].process) {
            const pid_t pid = process->pid();
            process.reset();
            orphans_.agent_is_gone(pid);
        }
    }
    if (!live_seeds_.empty()) {
        orphans_.agents_ended(std::exchange(live_seeds_, {}));
    }
}

} // namespace referee
