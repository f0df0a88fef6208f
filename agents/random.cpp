// The agent `random`: any legal move.

#include "agents/program/fixed_depth.hpp"

#include <CLI/CLI.hpp>

int main(int argc, char** argv) {
    CLI::App app{"Ataxx agent: plays any legal move."};
    search::Options options;
    search::add_common_options(app, options, "its choices");
    if (const auto status = search::parse<CLI::Success, CLI::ParseError>(app, argc, argv)) {
        return *status;
    }
    options.depth = 0; // it looks at no position but the one it plays from
    referee::Rng rng(options.seed);
    return search::play_to_fixed_depth(
        options, [&](const auto& position, const auto& moves, int, auto count) {
            count.visit();
            return search::Choice{moves[rng.below(moves.size())], search::Ataxx::evaluation(position)};
        });
}
