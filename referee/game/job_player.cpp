#include "referee/game/job_player.hpp"

#include "referee/game/play.hpp"
#include "referee/process/cores.hpp"
#include "referee/process/placement.hpp"
#include "referee/talk/trace.hpp"

namespace referee {
namespace {

const GameCores* pinned_to(const GameCores* cores) {
    if (cores != nullptr) {
        pin_this_thread(cores->worker);
    }
    return cores;
}

} // namespace

// The thread is pinned before the processes are set up: what they allocate is then near its cores.
JobPlayer::JobPlayer(const JobPlayerSettings& settings, const GameCores* cores, StopToken stop,
                     Orphans& orphans)
    : settings_(settings)
    , cores_(pinned_to(cores))
    , agents_(settings.agents, stop, orphans) {}

GameRecord JobPlayer::play(const Job& job) {
    agents_.start({launch(job, Side::First), launch(job, Side::Second)});
    GameRecord record = referee::play(job, agents_);
    write_traces(record);
    return record;
}

Launch JobPlayer::launch(const Job& job, Side side) const {
    const Player player = player_of(side, job.first);
    return {&settings_.programs[player], job.seeds[player], number(player),
            cores_ != nullptr ? &cores_->agents[index(side)] : nullptr};
}

void JobPlayer::write_traces(const GameRecord& record) const {
    if (!settings_.trace.empty()) {
        write_trace(settings_.trace, record.game, agents_.last_trace());
    }
    if (!settings_.trace_faults.empty() && record.fault) {
        write_trace(settings_.trace_faults, record.game, agents_.last_trace());
    }
}

} // namespace referee
