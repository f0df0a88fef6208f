// The agent `random`: plays any legal move.

#include "agents/program/fixed_depth.hpp"
#include "referee/base/seed.hpp"

int main(int argc, char** argv) {
    using namespace search;
    CommandLine line("Plays any legal move.");
    Options options;
    add_common_options(line, options, "its choices");
    options.depth = 0; // the only position it looks at is the one it plays from
    return play_to_fixed_depth(argc, argv, line, options, [&]<class G>(G) -> SearchToDepth<G> {
        return [random = referee::SplitMix64(options.seed.seed())](const auto& position, const auto& moves,
                                                                   int, auto count) mutable {
            count.visit();
            return Choice<typename G::Move>{moves[random.below(moves.size())], G::evaluation(position)};
        };
    });
}
