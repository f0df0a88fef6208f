// The agent `ttmo`: iterative deepening alpha-beta; the move of a transposition table is tried first.

#include "agents/program/timed.hpp"
#include "agents/search/deepening.hpp"

int main(int argc, char** argv) {
    using namespace search;
    CommandLine line("Iterative deepening alpha-beta; the move of a transposition table is tried first.");
    TimedOptions options;
    add_timed_options(line, options);
    add_table_options(line, options);
    if (const auto status = line.parse(argc, argv)) {
        return *status;
    }
    return within_memory(argv[0], "--hash-mb", options.hash_mb, [&] {
        return play_on_time(AllGames(), options, [&]<class G>(G) -> TimedSearch<G> {
            return {.search = deepening_with_table<AlphaBeta<G, TableUse::MoveFirst>>(options.hash_mb)};
        });
    });
}
