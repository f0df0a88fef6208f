// The agent `pvs`: principal variation search with a transposition table, the strongest of these in Ataxx and
// chess.

#include "agents/program/timed.hpp"
#include "agents/search/deepening.hpp"

int main(int argc, char** argv) {
    using namespace search;
    CommandLine line(
        "Principal variation search with a transposition table, the strongest of these in Ataxx and chess.");
    TimedOptions options;
    add_timed_options(line, options);
    add_table_options(line, options);
    if (const auto status = line.parse(argc, argv)) {
        return *status;
    }
    return within_memory(argv[0], "--hash-mb", options.hash_mb, [&] {
        return play_on_time(Plays<Ataxx, Chess>(), options, [&]<class G>(G) -> TimedSearch<G> {
            return {.search =
                        deepening_with_table<G>(options.hash_mb, [](auto& table) { return Pvs<G>(table); })};
        });
    });
}
