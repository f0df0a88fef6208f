// The agent `killer`: alpha-beta that tries first the moves that cut off other positions at the same depth.

#include "agents/program/fixed_depth.hpp"
#include "agents/search/minimax.hpp"

int main(int argc, char** argv) {
    using namespace search;
    CommandLine line("Alpha-beta with killer moves: the moves of alphabeta, found sooner.");
    Options options;
    std::size_t kept = 4; // the fastest in the article
    add_depth_options(line, options);
    line.add_number("--killers", kept, {0, 1000}, "Killer moves to keep for each depth");
    return play_to_fixed_depth(argc, argv, line, options, [&kept]<class G>(G) -> SearchToDepth<G> {
        return [killers = Killers<typename G::Move>(kept)](const auto& position, const auto& moves, int depth,
                                                           auto count) mutable {
            return killer_move<G>(position, moves, depth, killers, count);
        };
    });
}
