#pragma once
// Tournaments for tests. A configuration need only set what the test is about.

#include "sprt/config/run_plan.hpp"

#include <string>
#include <vector>

namespace sprt {

/// A filled-in configuration of agents a, b, c, ... and short games.
inline Config tournament_of(std::size_t agents, std::int64_t rounds) {
    Config config(RunKind::Tournament);
    for (std::size_t i = 0; i < agents; ++i) {
        config.agents.push_back(referee::parse_agent(std::string(1, static_cast<char>('a' + i))));
    }
    config.rounds = rounds;
    config.openings = "random:2";
    config.seed = 5;
    config.concurrency = 1;
    config.play.turns = 8;
    return config;
}

/// The same as a gauntlet or a ladder.
inline Config tournament_of(std::size_t agents, std::int64_t rounds, const std::string& format,
                            std::int64_t reach) {
    Config config = tournament_of(agents, rounds);
    config.format = format;
    (format == "gauntlet" ? config.seeds : config.span) = reach;
    return config;
}

} // namespace sprt
