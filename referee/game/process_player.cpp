#include "referee/game/process_player.hpp"

#include "referee/base/text.hpp"
#include "referee/game/job.hpp"
#include "referee/process/cores.hpp"
#include "referee/talk/trace.hpp"

#include <fmt/format.h>

namespace referee {
namespace {

/// A game that an agent may have disturbed is played again until it was played so often.
constexpr int kMostAttempts = 3;
/// The same for all disturbances. The machine may be suspended many times in a run, by chance in one game.
constexpr int kMostSuspensions = 9;

bool is_played_again(const Disturbances& so_far) {
    return so_far.by_agents() + so_far.machine_overloaded < kMostAttempts &&
           so_far.total() < kMostSuspensions;
}

/// Keeps this thread on `cores`, if there are any, and returns them.
const GameCores* pinned(const GameCores* cores) {
    if (cores != nullptr) {
        pin_this_thread(cores->worker);
    }
    return cores;
}

/// Counts the attempt that `record` tells of, which was disturbed.
void add(Disturbances& disturbances, const GameRecord& record) {
    switch (*record.disturbed) {
    case Disturbance::Tampering:
        ++disturbances.tampering[record.fault->agent];
        break;
    case Disturbance::RefereeStopped:
        ++disturbances.referee_stopped;
        break;
    case Disturbance::MachineSuspended:
        ++disturbances.machine_suspended;
        break;
    case Disturbance::MachineOverloaded:
        ++disturbances.machine_overloaded;
        break;
    case Disturbance::OutOfMemory:
        ++disturbances.out_of_memory;
        break;
    }
}

} // namespace

ProcessPlayer::ProcessPlayer(const PlayerKit& kit, const GameCores* cores, const StopToken& stop,
                             Orphans& orphans)
    : kit_(kit)
    , cores_(pinned(cores))
    , stop_(stop)
    , orphans_(orphans) {
    agents_.emplace(kit.settings, stop, orphans);
}

Launch ProcessPlayer::launch(const Job& job, Side side) const {
    const Player player = player_of(side, job.first);
    const RosterAgent& agent = job.tune ? tuned_[player] : kit_.roster[job.agents[player]];
    const bool has_number = kit_.roster.agents().size() <= kPlayers.size();
    return {.program = &agent.program,
            .seed = job.seeds[player],
            .agent = number(player),
            .cores = cores_of(side, cores_),
            .manner = &agent.manner,
            .files = &agent.files,
            .sandbox = agent.sandbox.get(),
            .name = has_number ? std::string_view() : agent.name};
}

GameRecord ProcessPlayer::play(const Job& job) {
    if (!unfit_.empty() && job.pair != last_pair_) {
        throw MachineUnfit(unfit_);
    }
    if (begins_pair(job.id) || !are_seated(job)) {
        lacked_ = {};
    }
    last_pair_ = job.pair;
    Disturbances disturbances;
    std::string held;
    while (true) {
        GameRecord record = attempt(job);
        if (record.disturbed) {
            add(disturbances, record);
        }
        if (!record.disturbed_by.empty()) {
            held = record.disturbed_by;
        }
        if (!record.disturbed || !is_played_again(disturbances)) {
            record.disturbances = disturbances;
            record.disturbed_by = std::move(held);
            judge_machine(record);
            return record;
        }
    }
}

/// Whether games of which `last` is the last one can be played here.
void ProcessPlayer::judge_machine(const GameRecord& last) {
    constexpr int kMostInARow = 3;
    overloaded_in_a_row_ = last.disturbed == Disturbance::MachineOverloaded ? overloaded_in_a_row_ + 1 : 0;
    if (overloaded_in_a_row_ >= kMostInARow) {
        const auto quota = core_quota();
        unfit_ = fmt::format(
            "the machine is too slow: in {} games in a row, each played {} times, neither agent was ready in "
            "time, and both waited for a core; play fewer games at once, or give more time (--ready-ms, "
            "start_ms){}",
            kMostInARow, kMostAttempts,
            quota ? fmt::format(", or a higher quota of processor time than {} core{}", *quota,
                                *quota == 1 ? "" : "s")
                  : "");
    }
    out_of_memory_in_a_row_ = last.disturbances.out_of_memory > 0 ? out_of_memory_in_a_row_ + 1 : 0;
    if (last.disturbed == Disturbance::OutOfMemory || out_of_memory_in_a_row_ >= kMostInARow) {
        unfit_ = fmt::format(
            "the machine has too little memory: the kernel ended an agent {} times in {} up to game {} "
            "because memory that it shares with others had run out ({}); play fewer games at once, or give "
            "each agent a share of its own (--sandbox on, --memory-mb)",
            last.disturbances.out_of_memory,
            counted(static_cast<std::uint64_t>(out_of_memory_in_a_row_), "game"), last.game,
            last.disturbed_by);
    }
}

bool ProcessPlayer::are_seated(const Job& job) const {
    return job.agents == seated_ && job.tune.has_value() == tune_.has_value() &&
           (!job.tune || job.tune->values == tune_->values);
}

GameRecord ProcessPlayer::attempt(const Job& job) {
    if (!are_seated(job)) {
        const bool have_cells = tuned_.agent1.sandbox || tuned_.agent2.sandbox; // with their words
        if (job.agents != seated_ || have_cells || !begins_pair(job.id)) {
            agents_.reset(); // before others are started
            agents_.emplace(kit_.settings, stop_, orphans_);
        } // otherwise no process has outlived its pair
        seated_ = job.agents;
        tune_ = job.tune;
        for (const Player player : kPlayers) {
            if (job.tune) {
                tuned_[player] = with_values(kit_.roster[job.agents[player]], *job.tune, player);
            }
        }
    }
    agents_->start({launch(job, Side::First), launch(job, Side::Second)});
    GameRecord record = referee::play(job, *agents_, lacked_);
    for (const Player player : kPlayers) {
        if (record.offers[player] && !lacked_[player]) {
            lacked_[player] = record.lacks_opening[player];
        }
        record.replaced[player] = agents_->replaced(number(player));
    }
    if (!kit_.logs_pv) {
        for (SearchNote& note : record.search) {
            note.pv.clear();
        }
    }
    if (!kit_.trace.empty()) {
        write_trace(kit_.trace, job.id, agents_->last_trace());
    }
    if (!kit_.trace_faults.empty() && record.fault) {
        write_trace(kit_.trace_faults, job.id, agents_->last_trace());
    }
    return record;
}

} // namespace referee
