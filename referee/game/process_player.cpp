#include "referee/game/process_player.hpp"

#include "referee/process/cores.hpp"
#include "referee/talk/trace.hpp"

namespace referee {
namespace {

/// Keeps this thread on `cores`, if there are any, and returns them.
const GameCores* pinned(const GameCores* cores) {
    if (cores != nullptr) {
        pin_this_thread(cores->worker);
    }
    return cores;
}

} // namespace

ProcessPlayer::ProcessPlayer(const PlayerKit& kit, const GameCores* cores, const StopToken& stop,
                             Orphans& orphans)
    : kit_(kit)
    , cores_(pinned(cores))
    , agents_(kit.settings, stop, orphans) {}

Launch ProcessPlayer::launch(const GameSetup& setup, Side side) const {
    const Player player = player_of(side, setup.first);
    return {&kit_.programs[player], setup.seed[index(player)], number(player),
            cores_ != nullptr ? &cores_->agents[index(side)] : nullptr};
}

GameRecord ProcessPlayer::play(const GameSetup& setup) {
    agents_.start({launch(setup, Side::First), launch(setup, Side::Second)});
    GameRecord record = referee::play(setup, agents_);
    if (!kit_.trace.empty()) {
        write_trace(kit_.trace, setup.game, agents_.last_trace());
    }
    if (!kit_.trace_faults.empty() && record.fault) {
        write_trace(kit_.trace_faults, setup.game, agents_.last_trace());
    }
    return record;
}

} // namespace referee
