// The agent `idab`: iterative deepening alpha-beta.

#include "agents/program/timed.hpp"
#include "agents/search/deepening.hpp"

int main(int argc, char** argv) {
    using namespace search;
    CommandLine line("Iterative deepening alpha-beta.");
    TimedOptions options;
    add_timed_options(line, options);
    if (const auto status = line.parse(argc, argv)) {
        return *status;
    }
    return play_on_time(AllGames(), options, []<class G>(G) -> TimedSearch<G> {
        return {.search = [search = AlphaBeta<G, TableUse::None>()](const auto& position, const auto& moves,
                                                                    const Limits& limits) mutable {
            return deepen(search, position, moves, limits);
        }};
    });
}
