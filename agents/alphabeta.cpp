// The agent `alphabeta`: minimax with alpha-beta pruning: the same moves, found sooner.

#include "agents/search/alphabeta.hpp"

#include "agents/program/fixed_depth.hpp"

#include <CLI/CLI.hpp>

int main(int argc, char** argv) {
    CLI::App app{"Ataxx agent: minimax with alpha-beta pruning: the same moves, found sooner."};
    search::Options options;
    search::add_depth_options(app, options);
    if (const auto status = search::parse<CLI::Success, CLI::ParseError>(app, argc, argv)) {
        return *status;
    }
    return search::play_to_fixed_depth(
        options, [](const auto& position, const auto& moves, int depth, auto count) {
            return search::alphabeta_move<search::Ataxx>(position, moves, depth, count);
        });
}
