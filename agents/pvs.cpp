// The agent `pvs`: principal variation search with a transposition table, the strongest of these.

#include "agents/search/pvs.hpp"

#include "agents/ataxx/ataxx.hpp"
#include "agents/program/timed.hpp"

int main(int argc, char** argv) {
    search::CommandLine line(
        "Ataxx agent: principal variation search with a transposition table, the strongest of these.");
    search::TimedOptions options;
    search::add_timed_options(line, options);
    search::add_table_options(line, options);
    if (const auto status = line.parse(argc, argv)) {
        return *status;
    }
    return search::within_memory(argv[0], "--hash-mb", [&] {
        search::Table<ataxx::Move> table(options.hash_mb);
        search::Pvs<search::Ataxx> search(table);
        return search::play_deepening(options, search);
    });
}
