// Counts the leaves that alpha-beta visits with an order of moves, for scripts/experiments/ordering:
//
//   bench_ordering none|killers|table|both KILLERS DEPTH SEED PAIR PLIES
//
// The position is the one after PLIES turns of a game that alpha-beta to depth 2 plays against itself from
// the opening of pair PAIR in a run with `random:4` and SEED, or the last one with a choice before the game
// ends. KILLERS are kept for each depth. With a table the position is searched to depth 1, 2 and so on first,
// which fills the table. Prints `LEAVES ALL WIDTH VALUE`: leaves of the search to DEPTH, the same with those
// before, the width of a uniform tree that has as many leaves after min(DEPTH, 4) plies as the whole tree
// below the position, and the value found.

#include "agents/ataxx/ataxx.hpp"
#include "agents/search/minimax.hpp"
#include "referee/rules/ataxx/perft.hpp"
#include "referee/rules/games.hpp"
#include "tests/bench/arguments.hpp"
#include "tests/bench/opening_positions.hpp"
#include "tests/bench/ordered_search.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <string_view>

namespace {

using search::Ataxx;

ataxx::Position after_self_play(ataxx::Position position, std::uint64_t plies) {
    for (; plies > 0; --plies) {
        const auto move = search::alphabeta_move<Ataxx>(position, ataxx::legal_moves(position), 2).move;
        const auto next = position.after(move);
        if (next.is_finished() || !next.can_move()) {
            break;
        }
        position = next;
    }
    return position;
}

double width(const ataxx::Position& position, int depth) {
    const int plies = std::min(depth, 4); // deeper ones take longer than the searches
    const auto leaves = ataxx::perft(position, plies, ataxx::PerftCount::Messages);
    return std::pow(static_cast<double>(leaves), 1.0 / plies);
}

} // namespace

int main(int argc, char** argv) {
    const auto word = [&](int i) { return i < argc ? std::string_view(argv[i]) : std::string_view(); };
    const std::string_view kind = word(1);
    const bool has_killers = kind == "killers" || kind == "both";
    const bool has_table = kind == "table" || kind == "both";
    const auto killers = bench::number(word(2), 0, 1000);
    const auto depth = bench::number(word(3), 1, search::kMaxDepth);
    const auto seed = bench::number(word(4), 0, UINT64_MAX);
    const auto pair = bench::number(word(5), 0, 9999);
    const auto plies = bench::number(word(6), 0, 400);
    if (argc != 7 || (kind != "none" && !has_killers && !has_table) || !killers || !depth || !seed || !pair ||
        !plies) {
        std::fprintf(stderr, "usage: bench_ordering none|killers|table|both KILLERS DEPTH SEED PAIR PLIES\n");
        return 2;
    }
    const auto position = after_self_play(bench::opening_position(*seed, *pair), *plies);
    const int last = static_cast<int>(*depth);
    bench::OrderedSearch<Ataxx> search({has_killers ? *killers : 0, has_table});
    int value = 0;
    std::uint64_t all = 0;
    for (int d = has_table ? 1 : last; d <= last; ++d) {
        value = search.search(position, d);
        all += search.leaves();
    }
    std::printf("%llu %llu %.4f %d\n", static_cast<unsigned long long>(search.leaves()),
                static_cast<unsigned long long>(all), width(position, last), value);
    return 0;
}
