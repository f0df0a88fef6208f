#pragma once
// The flags of `sprt simulate`: those of a run that do not touch its agents, and a model of the game.
// Source: docs/simulations.md.

#include "sprt/command/run_flags.hpp"
#include "sprt/simulate/simulation.hpp"

#include <cstdint>

namespace sprt {

struct SimulateFlags {
    RunFlags run;
    GameModel model;
    std::int64_t runs = 0;
    bool completion_order = false;
    bool json = false;
};

template<class App>
void add_simulate_flags(App& command, SimulateFlags& flags) {
    command.add_option("CONFIG.json", flags.run.config_file,
                       "Configuration of the run, of which the agents do not matter; flags override it");
    command
        .add_option("--true-elo", flags.model.true_elo, "What agent 1 is stronger by, in the score of pairs")
        ->required();
    command.add_option("--runs", flags.runs, "How often the run is simulated")->required();
    command.add_option("--draws", flags.model.draws, "Share of draws between equals, 0 to 1")
        ->capture_default_str();
    command.add_option("--bias", flags.model.bias_elo, "Elo that an opening gives to one side, at random")
        ->capture_default_str();
    command.add_option("--wins-last", flags.model.wins_last, "Mean duration of agent 1's wins; draws last 1")
        ->capture_default_str();
    command.add_option("--losses-last", flags.model.losses_last, "Mean duration of agent 1's losses")
        ->capture_default_str();
    command.add_option("--book", flags.model.book,
                       "Number of openings; by default none ever comes twice, whatever --openings says");
    command.add_flag("--deterministic", flags.model.deterministic,
                     "The same opening and seats are the same game again");
    add_match_flags(command, flags.run);
    command.add_flag("--completion-order", flags.completion_order)->group(""); // see docs/simulations.md
    command.add_flag("--json", flags.json, "One line of JSON");
}

} // namespace sprt
