#pragma once
// What an export says of a run of any kind, or of a log, beside its games.

#include "referee/game/record.hpp"

#include <fmt/format.h>

#include <string>
#include <vector>

namespace sprt {

struct ExportedRun {
    std::string event;               ///< a name for the run
    std::string date;                ///< when the run began, `YYYY-MM-DD...`; empty: not known
    std::vector<std::string> agents; ///< names of all agents, by AgentId; empty: not known

    /// The name of an agent of a game; `agent 1` when it is not known.
    [[nodiscard]] std::string name_of(const referee::GameRecord& record, referee::Player player) const {
        const std::size_t agent = index(record.agents[player]);
        return agent < agents.size() ? agents[agent] : fmt::format("agent {}", agent + 1);
    }
};

} // namespace sprt
