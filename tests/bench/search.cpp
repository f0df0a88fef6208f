// Measures how fast the searches of agents/ are. Prints one line of numbers for each measurement, for
// section_search.py:
//
//   bench_search speed ROUNDS      to depth 3 over 100 positions, by alphabeta of agents/ and by the plain
//   alpha-beta.
//                                  A line a round: `speed NODES SECONDS SECONDS_PLAIN`; both visit the same
//                                  nodes.
//   bench_search depth POSITIONS   to depth 6. A line a position: `depth`, then SECONDS NODES of alphabeta,
//   idab,
//                                  ttmo, ttco and pvs. All but alphabeta begin at depth 1, with an empty
//                                  table.
//
// Seconds are processor time. Ends with status 1 when two searches disagree.

#include "agents/search/deepening.hpp"
#include "agents/search/minimax.hpp"
#include "tests/agents/search/node_count.hpp"
#include "tests/agents/search/search_positions.hpp"
#include "tests/bench/plain_search.hpp"
#include "tests/bench/processor_time.hpp"

#include <cstdio>
#include <cstdlib>
#include <string_view>

namespace {

using namespace search;
using bench::seconds;

struct Sum {
    std::uint64_t nodes = 0;
    long values = 0; // compared, so that no search is optimised away
};

int measure_speed(int rounds) {
    const auto positions = random_positions(100, 1);
    for (int round = 0; round < rounds; ++round) {
        Sum ours;
        Sum plain;
        const auto search_ours = [&] {
            for (const auto& position : positions) {
                ours.values += alphabeta_value<Ataxx>(position, 0, 3, Window{}, NodeCount(ours.nodes));
            }
        };
        const auto search_plain = [&] {
            plain::Search plain_search{.depth = 3};
            for (const auto& position : positions) {
                const plain::Board board{position.own().bits(), position.theirs().bits()};
                plain.values += plain::alphabeta(board, 0, -plain::kWon, plain::kWon, plain_search);
            }
            plain.nodes = plain_search.nodes;
        };
        double time_plain = 0;
        if (round % 2 != 0) { // every second round in reverse order
            time_plain = seconds(search_plain);
        }
        const double time_ours = seconds(search_ours);
        if (round % 2 == 0) {
            time_plain = seconds(search_plain);
        }
        if (ours.nodes != plain.nodes || ours.values != plain.values) {
            std::fprintf(stderr, "the searches disagree\n");
            return 1;
        }
        std::printf("speed %llu %.6f %.6f\n", static_cast<unsigned long long>(ours.nodes), time_ours,
                    time_plain);
        std::fflush(stdout);
    }
    return 0;
}

struct Reached {
    double seconds = 0;
    std::uint64_t nodes = 0;
    int value = 0;
};

/// Deepens `search` from depth 1 to `depth`.
template<class Search>
Reached deepen_to(int depth, const ataxx::Position& position, Search search) {
    Deepened<ataxx::Move> found;
    const auto moves = legal_moves(position);
    const double time = seconds([&] { found = deepen(search, position, moves, {.depth = depth}); });
    return {time, found.nodes, found.choice.value};
}

int measure_depth(std::size_t count) {
    constexpr int kDepth = 6;
    constexpr std::size_t kMegabytes = 16; // the default of the agents
    for (const auto& position : random_positions(count, 2)) {
        Reached alphabeta;
        const auto moves = legal_moves(position);
        alphabeta.seconds = seconds([&] {
            alphabeta.value =
                alphabeta_move<Ataxx>(position, moves, kDepth, NodeCount(alphabeta.nodes)).value;
        });
        Table<ataxx::Move> first(kMegabytes); // made before the clock runs
        Table<ataxx::Move> second(kMegabytes);
        Table<ataxx::Move> third(kMegabytes);
        const Reached all[]{alphabeta, deepen_to(kDepth, position, AlphaBeta<Ataxx, TableUse::None>()),
                            deepen_to(kDepth, position, AlphaBeta<Ataxx, TableUse::MoveFirst>(first)),
                            deepen_to(kDepth, position, AlphaBeta<Ataxx, TableUse::CutOff>(second)),
                            deepen_to(kDepth, position, Pvs<Ataxx>(third))};
        std::printf("depth");
        for (const Reached& reached : all) {
            if (reached.value != alphabeta.value) {
                std::fprintf(stderr, "the searches disagree\n");
                return 1;
            }
            std::printf(" %.6f %llu", reached.seconds, static_cast<unsigned long long>(reached.nodes));
        }
        std::printf("\n");
        std::fflush(stdout);
    }
    return 0;
}

} // namespace

int main(int argc, char** argv) {
    const int number = argc == 3 ? std::atoi(argv[2]) : 0;
    const std::string_view what = argc == 3 ? argv[1] : "";
    if (number >= 1 && what == "speed") {
        return measure_speed(number);
    }
    if (number >= 1 && what == "depth") {
        return measure_depth(static_cast<std::size_t>(number));
    }
    std::fprintf(stderr, "usage: bench_search speed ROUNDS | bench_search depth POSITIONS\n");
    return 2;
}
