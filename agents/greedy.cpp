// The agent `greedy`: the move with the best stone difference after it.

#include "agents/search/minimax.hpp"
#include "agents/search/rng.hpp"
#include "agents/search/session.hpp"

#include <CLI/CLI.hpp>

int main(int argc, char** argv) {
    using namespace ataxx;
    CLI::App app{"Ataxx agent: plays the move with the best stone difference after it."};
    std::uint64_t seed = any_seed();
    bool shuffle = false;
    app.set_version_flag("--version", REFEREE_VERSION);
    app.add_option("--seed", seed, "Seed of --shuffle")->envname("REFEREE_SEED");
    app.add_flag("--shuffle", shuffle, "Take the moves in a random order instead of always the first best");
    try {
        app.parse(argc, argv);
    } catch (const CLI::Success& done) {
        return app.exit(done);
    } catch (const CLI::ParseError& error) {
        return wrong_arguments(argv[0], error.what());
    }
    Rng rng(seed);
    return serve([&](const Position& position) {
        MoveList moves = legal_moves(position);
        if (shuffle) {
            rng.shuffle(moves);
        }
        return greedy_move(position, moves);
    });
}
