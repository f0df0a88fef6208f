#pragma once
// Games between two programs.

#include "referee/base/stop_token.hpp"
#include "referee/game/job.hpp"
#include "referee/game/play.hpp"
#include "referee/game/player.hpp"
#include "referee/game/roster.hpp"
#include "referee/process/placement.hpp"
#include "referee/talk/agent_processes.hpp"

#include <optional>
#include <stdexcept>
#include <string>

namespace referee {

/// What the games of a run are played with.
struct PlayerKit {
    AgentSettings settings;
    Roster roster;
    bool logs_pv = false;     ///< records keep the lines that engines expect
    std::string trace;        ///< directory for what is said in each game; empty: none
    std::string trace_faults; ///< the same for games with a fault only
};

/// The machine lets no game be played; what() says why, and what to do.
class MachineUnfit : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

/// Plays one game after another in the thread that made it. A process of an agent plays on only while the
/// next game is between the same agents.
class ProcessPlayer {
  public:
    /// On `cores`, or without them where the scheduler decides. `kit`, `cores` and `orphans` must outlive it.
    /// Throws std::system_error when the thread cannot be kept on the cores.
    ProcessPlayer(const PlayerKit& kit, const GameCores* cores, const StopToken& stop, Orphans& orphans);

    /// Plays the game and writes its trace. A game that something disturbs is played again, up to three times
    /// in all, or nine when the machine is suspended; the record is that of the last attempt. Throws as
    /// AgentProcesses::start(), std::system_error when a trace cannot be written, and MachineUnfit. The
    /// latter waits for the first game of another pair: what was seen of the games before is in their
    /// records.
    [[nodiscard]] GameRecord play(const Job& job);

  private:
    [[nodiscard]] GameRecord attempt(const Job& job);
    [[nodiscard]] bool are_seated(const Job& job) const;
    void judge_machine(const GameRecord& last);
    [[nodiscard]] Launch launch(const Job& job, Side side) const;

    const PlayerKit& kit_;
    const GameCores* cores_;
    StopToken stop_;
    Orphans& orphans_;
    PerPlayer<AgentId> seated_ = kBothAgents; ///< whose processes `agents_` has
    std::optional<TunedGame> tune_;           ///< with what these were started
    PerPlayer<RosterAgent> tuned_;            ///< the agents with these values
    std::optional<AgentProcesses> agents_;
    std::string unfit_; ///< why no other pair can be played here; empty: it can
    std::uint64_t last_pair_ = 0;
    PerPlayer<std::optional<bool>> lacked_; ///< the opening, in the games of that pair; empty: not known
    int overloaded_in_a_row_ = 0;           ///< games in whose last attempt no agent got ready
    int out_of_memory_in_a_row_ = 0;        ///< games of which an attempt ended for want of memory
};

} // namespace referee
