// The agent `greedy`: plays the move with the best stone difference after it.

#include "agents/ataxx/ataxx.hpp"
#include "agents/program/fixed_depth.hpp"
#include "agents/search/minimax.hpp"

int main(int argc, char** argv) {
    search::CommandLine line("Ataxx agent: plays the move with the best stone difference after it.");
    search::Options options;
    options.depth = 1; // what --info says
    search::add_shuffle_options(line, options);
    if (const auto status = line.parse(argc, argv)) {
        return *status;
    }
    return search::play_to_fixed_depth(options, [](const auto& position, const auto& moves, int, auto count) {
        return search::greedy_move<search::Ataxx>(position, moves, count);
    });
}
