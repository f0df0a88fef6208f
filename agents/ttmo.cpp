// The agent `ttmo`: iterative deepening alpha-beta; the move of a transposition table is tried first.

#include "agents/ataxx/ataxx.hpp"
#include "agents/program/timed.hpp"
#include "agents/search/deepening.hpp"

int main(int argc, char** argv) {
    search::CommandLine line(
        "Ataxx agent: iterative deepening alpha-beta; the move of a transposition table is tried first.");
    search::TimedOptions options;
    search::add_timed_options(line, options);
    search::add_table_options(line, options);
    if (const auto status = line.parse(argc, argv)) {
        return *status;
    }
    return search::within_memory(argv[0], "--hash-mb", [&] {
        search::Table<ataxx::Move> table(options.hash_mb);
        search::AlphaBeta<search::Ataxx, search::TableUse::MoveFirst> search(&table);
        return search::play_deepening(options, search);
    });
}
