// The agent `idab`: iterative deepening alpha-beta.

#include "agents/program/timed.hpp"
#include "agents/search/deepening.hpp"

#include <CLI/CLI.hpp>

int main(int argc, char** argv) {
    CLI::App app{"Ataxx agent: iterative deepening alpha-beta."};
    search::TimedOptions options;
    search::add_timed_options(app, options);
    if (const auto status = search::parse<CLI::Success, CLI::ParseError>(app, argc, argv)) {
        return *status;
    }
    search::AlphaBeta<search::Ataxx, search::TableUse::None> search(nullptr);
    return search::play_on_time(options, search);
}
