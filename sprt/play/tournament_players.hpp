#pragma once
// The players of a tournament's pool: each game has the two agents that its job names.

#include "referee/game/process_player.hpp"
#include "referee/process/placement.hpp"
#include "sprt/play/pool.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace sprt {

/// What the games of a tournament are played with; vectors are by agent.
struct TournamentKit {
    referee::AgentSettings settings;
    std::vector<referee::Program> programs;
    std::vector<referee::Manner> manners;
    std::vector<referee::ProgramFiles> files;
    referee::ManySandboxes sandboxes;
    bool logs_pv = false;
    std::string trace;
    std::string trace_faults;

    /// The kit of games between two agents, which may be one.
    [[nodiscard]] referee::PlayerKit of(std::size_t a, std::size_t b) const;
};

/// Gives each worker a player that plays on with a pair's processes, and takes others for another pair of
/// agents. The arguments must outlive the result and its players.
[[nodiscard]] MakePlayer tournament_player(const TournamentKit& kit, const referee::Placement& placement,
                                           referee::Orphans& orphans);

} // namespace sprt
