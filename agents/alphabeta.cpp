// The agent `alphabeta`: minimax with alpha-beta pruning: the same moves, found sooner.

#include "agents/search/alphabeta.hpp"

#include "agents/ataxx/ataxx.hpp"
#include "agents/program/fixed_depth.hpp"

int main(int argc, char** argv) {
    search::CommandLine line("Ataxx agent: minimax with alpha-beta pruning: the same moves, found sooner.");
    search::Options options;
    search::add_depth_options(line, options);
    if (const auto status = line.parse(argc, argv)) {
        return *status;
    }
    return search::play_to_fixed_depth(options, search::alphabeta_move<search::Ataxx, search::WatchedCount>);
}
