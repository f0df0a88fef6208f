// The agent `ttmo`: iterative deepening alpha-beta; the move of a transposition table is tried first.

#include "agents/program/timed.hpp"
#include "agents/search/deepening.hpp"

#include <CLI/CLI.hpp>

int main(int argc, char** argv) {
    CLI::App app{
        "Ataxx agent: iterative deepening alpha-beta; the move of a transposition table is tried first."};
    search::TimedOptions options;
    search::add_timed_options(app, options);
    search::add_table_options(app, options);
    if (const auto status = search::parse<CLI::Success, CLI::ParseError>(app, argc, argv)) {
        return *status;
    }
    return search::within_memory(argv[0], "--hash-mb", [&] {
        search::Table<ataxx::Move> table(options.hash_mb);
        search::AlphaBeta<search::Ataxx, search::TableUse::MoveFirst> search(&table);
        return search::play_on_time(options, search);
    });
}
