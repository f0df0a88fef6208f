// The agent `minimax`: searches to a fixed depth with plain minimax, stone difference at the leaves.

#include "agents/search/minimax.hpp"

#include "agents/program/fixed_depth.hpp"

#include <CLI/CLI.hpp>

int main(int argc, char** argv) {
    CLI::App app{
        "Ataxx agent: searches to a fixed depth with plain minimax, stone difference at the leaves."};
    search::Options options;
    search::add_depth_options(app, options);
    if (const auto status = search::parse<CLI::Success, CLI::ParseError>(app, argc, argv)) {
        return *status;
    }
    return search::play_to_fixed_depth(
        options, [](const auto& position, const auto& moves, int depth, auto count) {
            return search::minimax_move<search::Ataxx>(position, moves, depth, count);
        });
}
