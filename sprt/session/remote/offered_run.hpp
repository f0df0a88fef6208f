#pragma once
// What workers, and those who watch, are told of a run of any kind.
// Source: docs/many-machines.md; configs/schema/remote.schema.json.

#include "referee/game/json.hpp"
#include "sprt/config/run_plan.hpp"
#include "sprt/store/run_facts.hpp"

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace sprt {

/// What stands, for those who watch a run that workers play.
struct RunNews {
    std::string standing;                                     ///< see standing_event()
    std::optional<std::array<std::uint64_t, 2>> games_left{}; ///< from, to; empty: unknown
};

struct OfferedRun {
    std::string name;                           ///< `pvs vs ttmo`
    referee::Json settings;                     ///< the configuration, as run.json has it
    std::vector<AgentConfig> agents;            ///< of the roster
    const SchedulePlan& schedule;               ///< what all agents share
    std::vector<referee::TimeControl> times;    ///< by agent
    std::optional<double> elo_between{};        ///< H0 and H1; empty: the run has no test
    std::function<std::optional<double>()> llr; ///< of the counted games; empty: there is none
    std::function<RunNews()> news;              ///< of the counted games; may take a millisecond
};

} // namespace sprt
