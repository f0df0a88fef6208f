// The agent `minimax`: searches to a fixed depth with plain minimax.

#include "agents/search/minimax.hpp"

#include "agents/program/fixed_depth.hpp"

int main(int argc, char** argv) {
    using namespace search;
    CommandLine line("Searches to a fixed depth with plain minimax.");
    Options options;
    add_depth_options(line, options);
    return play_to_fixed_depth(argc, argv, line, options,
                               []<class G>(G) -> SearchToDepth<G> { return minimax_move<G, WatchedCount>; });
}
