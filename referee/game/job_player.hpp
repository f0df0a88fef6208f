#pragma once
// Plays jobs with the two programs as child processes.

#include "referee/base/stop_token.hpp"
#include "referee/game/job.hpp"
#include "referee/game/player.hpp"
#include "referee/game/record.hpp"
#include "referee/process/program.hpp"
#include "referee/talk/agent_processes.hpp"

#include <string>

namespace referee {

struct GameCores;

/// What all players of a run have in common.
struct JobPlayerSettings {
    PerPlayer<Program> programs;
    AgentSettings agents;
    std::string trace;        ///< directory for the trace of each game; empty: none
    std::string trace_faults; ///< the same for games with a fault only
};

/// Plays one job after another, each with two fresh processes. Belongs to one thread, which must outlive it
/// (see AgentProcesses).
class JobPlayer {
  public:
    /// Pins the calling thread to `cores`, if any. `settings`, `cores` and `orphans` must outlive it.
    JobPlayer(const JobPlayerSettings& settings, const GameCores* cores, StopToken stop, Orphans& orphans);

    /// Plays the game and writes its trace. Throws std::system_error for errors of the world.
    [[nodiscard]] GameRecord play(const Job& job);

  private:
    [[nodiscard]] Launch launch(const Job& job, Side side) const;
    void write_traces(const GameRecord& record) const;

    const JobPlayerSettings& settings_;
    const GameCores* cores_;
    AgentProcesses agents_;
};

} // namespace referee
