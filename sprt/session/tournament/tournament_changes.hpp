#pragma once
// What `sprt resume` changes of a tournament: more rounds, agents that join or leave it.
// Source: docs/tournaments.md, "Stages".

#include "sprt/session/resume_request.hpp"
#include "sprt/store/load_run.hpp"

#include <string>
#include <vector>

namespace sprt {

/// A stage that a session begins with.
struct StageChange {
    RoundStage stage;
    std::vector<AgentConfig> joined;
    std::vector<std::string> lines; ///< what was changed
};

/// The change that `request` ask for; empty when they ask for none. Throws UserError, naming the flag, for
/// what cannot be.
[[nodiscard]] std::optional<StageChange> stage_change(const ResumeRequest& request,
                                                      const LoadedTournament& loaded);

} // namespace sprt
