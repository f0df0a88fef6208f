// The agent `greedy`: plays the move with the best evaluation after it.

#include "agents/program/fixed_depth.hpp"
#include "agents/search/minimax.hpp"

int main(int argc, char** argv) {
    using namespace search;
    CommandLine line("Plays the move with the best position after it, e.g. the most stones.");
    Options options;
    options.depth = 1; // what --info says
    add_shuffle_options(line, options);
    return play_to_fixed_depth(argc, argv, line, options, []<class G>(G) -> SearchToDepth<G> {
        return [](const auto& position, const auto& moves, int, auto count) {
            return greedy_move<G>(position, moves, count);
        };
    });
}
