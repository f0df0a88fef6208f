#pragma once
// What the agents that search to a fixed depth have in common.

#include "agents/ataxx/ataxx.hpp"
#include "agents/program/clock.hpp"
#include "agents/program/command_line.hpp"
#include "agents/program/session.hpp"
#include "agents/search/count.hpp"
#include "agents/search/deepening.hpp"
#include "agents/search/rng.hpp"
#include "agents/search/thought.hpp"
#include "agents/search/watch.hpp"

#include <chrono>
#include <iostream>

namespace search {

/// Plays one game. `choose(position, candidates, depth, count) -> Choice<Move>` finds a move among the
/// candidates, in their order; it is a template over the counting policy. A search that would take more than
/// half of the clock is given up: from then on the game is played by iterative deepening to that depth, on a
/// twentieth of what is left. Returns the exit status.
template<class Choose>
int play_to_fixed_depth(const Options& options, Choose&& choose) {
    referee::Rng rng(options.seed);
    AlphaBeta<Ataxx, TableUse::None> in_a_hurry(nullptr);
    bool is_in_a_hurry = false;
    return referee::serve([&](const ataxx::Position& position, std::chrono::milliseconds left) {
        const auto start = std::chrono::steady_clock::now();
        ataxx::MoveList candidates = ataxx::legal_moves(position);
        if (options.shuffle) {
            rng.shuffle(candidates);
        }
        Thought thought;
        if (!is_in_a_hurry) {
            Watch watch({.deadline = start + fixed_depth_time(left)});
            if (options.depth > 1) { // what looks at its own moves only is always done in time
                watch.arm();
            }
            try {
                const auto choice = choose(position, candidates, options.depth, WatchedCount(watch));
                thought.depth = options.depth;
                thought.value = choice.value;
                thought.line = {choice.move};
            } catch (const OutOfTime&) {
                is_in_a_hurry = true;
            }
            thought.nodes = watch.nodes();
        }
        if (is_in_a_hurry) {
            const auto now = std::chrono::steady_clock::now();
            const auto still = left - std::chrono::ceil<std::chrono::milliseconds>(now - start);
            const Limits limits{.depth = options.depth, .deadline = now + thinking_time(still, std::nullopt)};
            auto found = deepen(in_a_hurry, position, candidates, limits);
            thought.depth = found.depth;
            thought.value = found.choice.value;
            thought.nodes += found.nodes;
            thought.line = std::move(found.line);
        }
        if (options.info) {
            thought.time = std::chrono::steady_clock::now() - start;
            std::cerr << to_string(thought) << '\n';
        }
        return thought.line.front();
    });
}

} // namespace search
