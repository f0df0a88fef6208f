// The agent `random`: any legal move.

#include "agents/search/rng.hpp"
#include "agents/search/session.hpp"

#include <CLI/CLI.hpp>

int main(int argc, char** argv) {
    using namespace ataxx;
    CLI::App app{"Ataxx agent: plays any legal move."};
    std::uint64_t seed = any_seed();
    app.set_version_flag("--version", REFEREE_VERSION);
    app.add_option("--seed", seed, "Seed of its choices")->envname("REFEREE_SEED");
    try {
        app.parse(argc, argv);
    } catch (const CLI::Success& done) {
        return app.exit(done);
    } catch (const CLI::ParseError& error) {
        return wrong_arguments(argv[0], error.what());
    }
    Rng rng(seed);
    return serve([&](const Position& position) {
        const MoveList moves = legal_moves(position);
        return moves[rng.below(moves.size())];
    });
}
