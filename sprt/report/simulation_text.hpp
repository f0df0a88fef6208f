#pragma once
// `sprt simulate`: a report of simulated runs.

#include "sprt/simulate/simulation.hpp"

#include <cstdint>
#include <string>

namespace sprt {

/// What a user asks for.
struct SimulationRequest {
    SimulatedMatch match;
    GameModel model;
    std::int64_t runs = 0;
    std::uint64_t seed = 0;
};

/// Throws UserError, naming the flag, when the number of runs or the model of the games is out of range.
void validate(const SimulationRequest& request);

/// One line of JSON. Source of the keys: docs/commands.md.
[[nodiscard]] std::string simulation_json(const SimulationRequest& request, const SimulatedRuns& runs);

/// The same as text for people.
[[nodiscard]] std::string simulation_text(const SimulationRequest& request, const SimulatedRuns& runs);

} // namespace sprt
