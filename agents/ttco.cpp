// The agent `ttco`: iterative deepening alpha-beta with a transposition table: its move is tried first, and
// its values cut off.

#include "agents/program/timed.hpp"
#include "agents/search/deepening.hpp"

int main(int argc, char** argv) {
    using namespace search;
    CommandLine line(
        "Iterative deepening alpha-beta with a transposition table: its move first, and its cut-offs.");
    TimedOptions options;
    add_timed_options(line, options);
    add_table_options(line, options);
    if (const auto status = line.parse(argc, argv)) {
        return *status;
    }
    return within_memory(argv[0], "--hash-mb", options.hash_mb, [&] {
        return play_on_time(AllGames(), options, [&]<class G>(G) -> TimedSearch<G> {
            return {.search = deepening_with_table<AlphaBeta<G, TableUse::CutOff>>(options.hash_mb)};
        });
    });
}
