#pragma once
// Tournaments for tests. A configuration need only set what the test is about.

#include "sprt/config/run_plan.hpp"

#include <string>
#include <vector>

namespace sprt {

/// A filled-in configuration of agents a, b, c, ... and short games.
inline TournamentConfig tournament_of(std::size_t agents, std::int64_t rounds) {
    TournamentConfig config;
    for (std::size_t i = 0; i < agents; ++i) {
        config.agents.push_back(referee::parse_agent(std::string(1, static_cast<char>('a' + i))));
    }
    config.rounds = rounds;
    config.run.openings = "random:2";
    config.run.seed = 5;
    config.run.concurrency = 1;
    config.run.play.turns = 8;
    return config;
}

/// The same as a gauntlet or a ladder.
inline TournamentConfig tournament_of(std::size_t agents, std::int64_t rounds, const std::string& format,
                                      std::int64_t reach) {
    TournamentConfig config = tournament_of(agents, rounds);
    config.format = format;
    (format == "gauntlet" ? config.seeds : config.span) = reach;
    return config;
}

} // namespace sprt
