// The agent `killer`: alpha-beta that tries first what cut off other positions at the same depth.

#include "agents/search/killer.hpp"

#include "agents/program/fixed_depth.hpp"

#include <CLI/CLI.hpp>

int main(int argc, char** argv) {
    CLI::App app{"Ataxx agent: alpha-beta with killer moves: the moves of alphabeta, found sooner."};
    search::Options options;
    std::size_t kept = 4; // the fastest in the article
    search::add_depth_options(app, options);
    app.add_option("--killers", kept, "Killer moves to keep for each depth")
        ->check(search::whole_number(0, 1000), "0 to 1000")
        ->capture_default_str();
    if (const auto status = search::parse<CLI::Success, CLI::ParseError>(app, argc, argv)) {
        return *status;
    }
    search::Killers<ataxx::Move> killers(kept);
    return search::play_to_fixed_depth(
        options, [&](const auto& position, const auto& moves, int depth, auto count) {
            return search::killer_move<search::Ataxx>(position, moves, depth, killers, count);
        });
}
