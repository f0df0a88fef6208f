#pragma once
// Runs whose agents are programs that are there, and that no test starts.

#include "referee/process/cores.hpp"
#include "referee/process/placement.hpp"
#include "sprt/session/stage.hpp"
#include "tests/sprt/config/tournaments.hpp"
#include "tests/sprt/ledger/played_game.hpp"

namespace sprt {

/// Short games of `one` and `two`, without a check game and a sandbox.
inline Config staged_config() {
    Config config = short_games_config();
    config.agents = {referee::parse_agent("name=one /bin/sh 1"), referee::parse_agent("name=two /bin/sh 2")};
    config.no_check = true;
    config.progress = "off";
    config.play.sandbox = "off";
    return config;
}

/// The same as a tournament of a, b, ... .
inline Config staged_tournament(std::size_t agents, std::int64_t rounds) {
    Config config = tournament_of(agents, rounds);
    for (AgentConfig& agent : config.agents) {
        agent = referee::parse_agent("name=" + agent.name + " /bin/sh");
    }
    config.no_check = true;
    config.progress = "off";
    config.play.sandbox = "off";
    return config;
}

inline referee::Placement any_cores() {
    return {referee::PlacementSettings(), referee::this_machine()};
}

} // namespace sprt
