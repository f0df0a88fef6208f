// The agent `pvs`: principal variation search with a transposition table, the strongest of these.

#include "agents/search/pvs.hpp"

#include "agents/program/timed.hpp"

#include <CLI/CLI.hpp>

int main(int argc, char** argv) {
    CLI::App app{
        "Ataxx agent: principal variation search with a transposition table, the strongest of these."};
    search::TimedOptions options;
    search::add_timed_options(app, options);
    search::add_table_options(app, options);
    if (const auto status = search::parse<CLI::Success, CLI::ParseError>(app, argc, argv)) {
        return *status;
    }
    return search::within_memory(argv[0], "--hash-mb", [&] {
        search::Table<ataxx::Move> table(options.hash_mb);
        search::Pvs<search::Ataxx> search(table);
        return search::play_on_time(options, search);
    });
}
