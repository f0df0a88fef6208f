// The agent `minimax`: searches to a fixed depth with plain minimax, stone difference at the leaves.

#include "agents/search/minimax.hpp"

#include "agents/ataxx/ataxx.hpp"
#include "agents/program/fixed_depth.hpp"

int main(int argc, char** argv) {
    search::CommandLine line(
        "Ataxx agent: searches to a fixed depth with plain minimax, stone difference at the leaves.");
    search::Options options;
    search::add_depth_options(line, options);
    if (const auto status = line.parse(argc, argv)) {
        return *status;
    }
    return search::play_to_fixed_depth(options, search::minimax_move<search::Ataxx, search::WatchedCount>);
}
