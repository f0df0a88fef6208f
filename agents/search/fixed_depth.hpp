#pragma once
// What the agents that search to a fixed depth have in common.

#include "agents/search/ataxx.hpp"
#include "agents/search/command_line.hpp"
#include "agents/search/count.hpp"
#include "agents/search/rng.hpp"
#include "agents/search/session.hpp"
#include "agents/search/thought.hpp"

#include <chrono>
#include <iostream>

namespace search {

/// Plays one game. `choose(position, candidates, depth, count) -> Choice<Move>` finds a move among the
/// candidates, in their order; it is a template over the counting policy: nodes are counted for --info only.
/// Returns the exit status.
template<class Choose>
int play_to_fixed_depth(const Options& options, Choose&& choose) {
    ataxx::Rng rng(options.seed);
    return ataxx::serve([&](const ataxx::Position& position) {
        ataxx::MoveList candidates = ataxx::legal_moves(position);
        if (options.shuffle) {
            rng.shuffle(candidates);
        }
        if (!options.info) {
            return choose(position, candidates, options.depth, NoCount()).move;
        }
        Thought thought{.depth = options.depth};
        const auto start = std::chrono::steady_clock::now();
        const auto choice = choose(position, candidates, options.depth, NodeCount(thought.nodes));
        thought.time = std::chrono::steady_clock::now() - start;
        thought.value = choice.value;
        thought.line = {choice.move};
        std::cerr << to_string(thought) << '\n';
        return choice.move;
    });
}

} // namespace search
