#pragma once
// `sprt simulate`: a report of simulated runs.

#include "sprt/simulate/simulation.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

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

// Of tunings: a row for each number of parameters and each number of games.

struct TuningSimulationRequest {
    std::vector<std::int64_t> params;  ///< numbers of them; at least one
    std::vector<std::int64_t> games;   ///< numbers of them; at least one
    std::optional<std::int64_t> lag{}; ///< empty: as usual for so many pairs
    double win_elo = 30;
    double draws = 0.5;
    std::int64_t runs = 0; ///< for each row
    std::uint64_t seed = 0;
};

/// Throws UserError, naming the flag, for a number that is out of range.
void validate(const TuningSimulationRequest& request);

[[nodiscard]] std::vector<TuningModel> models_of(const TuningSimulationRequest& request);

/// One line of JSON. `rows`: what came of models_of(). Source of the keys: docs/commands.md.
[[nodiscard]] std::string tuning_simulation_json(const TuningSimulationRequest& request,
                                                 const std::vector<SimulatedTunings>& rows);

// The same as text for people: what stands above the rows, and each row.

[[nodiscard]] std::string tuning_simulation_head(const TuningSimulationRequest& request);
[[nodiscard]] std::string tuning_simulation_row(const TuningModel& model, const SimulatedTunings& row);

} // namespace sprt
