// The agent `ttco`: iterative deepening alpha-beta with a transposition table: its move is tried first, and
// its values cut off.

#include "agents/ataxx/ataxx.hpp"
#include "agents/program/timed.hpp"
#include "agents/search/deepening.hpp"

int main(int argc, char** argv) {
    search::CommandLine line("Ataxx agent: iterative deepening alpha-beta with a transposition table: its "
                             "move first, and its cut-offs.");
    search::TimedOptions options;
    search::add_timed_options(line, options);
    search::add_table_options(line, options);
    if (const auto status = line.parse(argc, argv)) {
        return *status;
    }
    return search::within_memory(argv[0], "--hash-mb", [&] {
        search::Table<ataxx::Move> table(options.hash_mb);
        search::AlphaBeta<search::Ataxx, search::TableUse::CutOff> search(&table);
        return search::play_deepening(options, search);
    });
}
