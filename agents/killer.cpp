// The agent `killer`: alpha-beta that tries first the moves that cut off other positions at the same depth.

#include "agents/search/killer.hpp"

#include "agents/ataxx/ataxx.hpp"
#include "agents/program/fixed_depth.hpp"

int main(int argc, char** argv) {
    search::CommandLine line(
        "Ataxx agent: alpha-beta with killer moves: the moves of alphabeta, found sooner.");
    search::Options options;
    std::size_t kept = 4; // the fastest in the article
    search::add_depth_options(line, options);
    line.add_number("--killers", kept, {0, 1000}, "Killer moves to keep for each depth");
    if (const auto status = line.parse(argc, argv)) {
        return *status;
    }
    search::Killers<ataxx::Move> killers(kept);
    return search::play_to_fixed_depth(
        options, [&](const auto& position, const auto& moves, int depth, auto count) {
            return search::killer_move<search::Ataxx>(position, moves, depth, killers, count);
        });
}
