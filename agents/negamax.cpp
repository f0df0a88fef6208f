// The agent `negamax`: minimax written as negamax: the same moves.

#include "agents/program/fixed_depth.hpp"
#include "agents/search/minimax.hpp"

int main(int argc, char** argv) {
    using namespace search;
    CommandLine line("Minimax written as negamax: the same moves.");
    Options options;
    add_depth_options(line, options);
    return play_to_fixed_depth(argc, argv, line, options,
                               []<class G>(G) -> SearchToDepth<G> { return negamax_move<G, WatchedCount>; });
}
