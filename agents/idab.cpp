// The agent `idab`: iterative deepening alpha-beta.

#include "agents/ataxx/ataxx.hpp"
#include "agents/program/timed.hpp"
#include "agents/search/deepening.hpp"

int main(int argc, char** argv) {
    search::CommandLine line("Ataxx agent: iterative deepening alpha-beta.");
    search::TimedOptions options;
    search::add_timed_options(line, options);
    if (const auto status = line.parse(argc, argv)) {
        return *status;
    }
    search::AlphaBeta<search::Ataxx, search::TableUse::None> search(nullptr);
    return search::play_deepening(options, search);
}
