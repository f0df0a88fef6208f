// The agent `greedy`: plays the move with the best stone difference after it.

#include "agents/program/fixed_depth.hpp"
#include "agents/search/minimax.hpp"

#include <CLI/CLI.hpp>

int main(int argc, char** argv) {
    CLI::App app{"Ataxx agent: plays the move with the best stone difference after it."};
    search::Options options;
    options.depth = 1; // what it looks ahead
    search::add_shuffle_options(app, options);
    if (const auto status = search::parse<CLI::Success, CLI::ParseError>(app, argc, argv)) {
        return *status;
    }
    return search::play_to_fixed_depth(options, [](const auto& position, const auto& moves, int, auto count) {
        return search::greedy_move<search::Ataxx>(position, moves, count);
    });
}
