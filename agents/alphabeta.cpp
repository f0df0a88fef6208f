// The agent `alphabeta`: minimax with alpha-beta pruning: the same moves, found sooner.

#include "agents/program/fixed_depth.hpp"
#include "agents/search/minimax.hpp"

int main(int argc, char** argv) {
    using namespace search;
    CommandLine line("Minimax with alpha-beta pruning: the same moves, found sooner.");
    Options options;
    add_depth_options(line, options);
    return play_to_fixed_depth(argc, argv, line, options, []<class G>(G) -> SearchToDepth<G> {
        return alphabeta_move<G, WatchedCount>;
    });
}
