// The agent `random`: plays any legal move.

#include "agents/ataxx/ataxx.hpp"
#include "agents/program/fixed_depth.hpp"
#include "referee/base/splitmix64.hpp"

int main(int argc, char** argv) {
    search::CommandLine line("Ataxx agent: plays any legal move.");
    search::Options options;
    search::add_common_options(line, options, "its choices");
    if (const auto status = line.parse(argc, argv)) {
        return *status;
    }
    options.depth = 0; // the only position it looks at is the one it plays from
    referee::SplitMix64 random(options.seed);
    return search::play_to_fixed_depth(
        options, [&](const auto& position, const auto& moves, int, auto count) {
            count.visit();
            return search::Choice<ataxx::Move>{moves[random.below(moves.size())],
                                               search::Ataxx::evaluation(position)};
        });
}
