// The agent `negamax`: minimax written as negamax: the same moves.

#include "agents/search/negamax.hpp"

#include "agents/ataxx/ataxx.hpp"
#include "agents/program/fixed_depth.hpp"

int main(int argc, char** argv) {
    search::CommandLine line("Ataxx agent: minimax written as negamax: the same moves.");
    search::Options options;
    search::add_depth_options(line, options);
    if (const auto status = line.parse(argc, argv)) {
        return *status;
    }
    return search::play_to_fixed_depth(options, search::negamax_move<search::Ataxx, search::WatchedCount>);
}
