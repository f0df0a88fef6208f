// Plays one game of a search against itself, for scripts/experiments/killers:
//
//   bench_killers KILLERS DEPTH SEED PAIR
//
// KILLERS is the number of killer moves kept for each depth, or `none`: alpha-beta without any ordering. The
// game begins at the opening of pair PAIR in a run with `random:4` and SEED. Prints `TURNS NODES SECONDS
// GAME`: moves made by the search, positions it looked at, processor time, and a number that two games share
// when their moves are the same. All KILLERS play the same game.

#include "agents/ataxx/ataxx.hpp"
#include "agents/search/minimax.hpp"
#include "referee/base/seed.hpp"
#include "tests/agents/search/node_count.hpp"
#include "tests/agents/search/search_positions.hpp"
#include "tests/bench/arguments.hpp"
#include "tests/bench/opening_positions.hpp"
#include "tests/bench/processor_time.hpp"

#include <cstdint>
#include <cstdio>
#include <optional>
#include <string_view>

namespace {

using search::Ataxx;

struct Played {
    std::size_t turns;
    std::uint64_t nodes;
    double seconds;
    std::uint64_t game;
};

/// Plays a game from `start` to its end; `killers` is empty for alpha-beta without ordering.
Played play(const ataxx::Position& start, std::optional<std::uint64_t> killers, int depth) {
    search::Killers<ataxx::Move> kept(killers.value_or(0));
    std::uint64_t nodes = 0;
    search::Played game;
    const double seconds = bench::seconds([&] {
        game = search::self_play(start, [&](const ataxx::Position& position) {
            const auto moves = ataxx::legal_moves(position);
            const search::NodeCount count(nodes);
            return killers ? search::killer_move<Ataxx>(position, moves, depth, kept, count).move
                           : search::alphabeta_move<Ataxx>(position, moves, depth, count).move;
        });
    });
    std::uint64_t same = 0;
    for (ataxx::Position position = start; const auto& move : game.moves) {
        position = position.after(move);
        same = referee::mixed(same, Ataxx::key(position));
    }
    return {game.moves.size(), nodes, seconds, same};
}

} // namespace

int main(int argc, char** argv) {
    const auto word = [&](int i) { return i < argc ? std::string_view(argv[i]) : std::string_view(); };
    const auto killers = bench::number(word(1), 0, 1000);
    const auto depth = bench::number(word(2), 1, search::kMaxDepth);
    const auto seed = bench::number(word(3), 0, UINT64_MAX);
    const auto pair = bench::number(word(4), 0, 9999);
    if (argc != 5 || (!killers && word(1) != "none") || !depth || !seed || !pair) {
        std::fprintf(stderr, "usage: bench_killers KILLERS|none DEPTH SEED PAIR\n");
        return 2;
    }
    const Played played = play(bench::opening_position(*seed, *pair), killers, static_cast<int>(*depth));
    std::printf("%zu %llu %.6f %016llx\n", played.turns, static_cast<unsigned long long>(played.nodes),
                played.seconds, static_cast<unsigned long long>(played.game));
    return 0;
}
