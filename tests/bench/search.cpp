// How fast the searches of agents/ are. Prints one line of numbers for each measurement, for
// section_search.py:
//
//   bench_search speed ROUNDS      ours and the plain alpha-beta to depth 3, in turn, over 100 positions:
//                                  `speed NODES SECONDS SECONDS_PLAIN` a round; both visit the same positions
//   bench_search depth POSITIONS   to depth 6: `depth SECONDS_ALPHABETA NODES SECONDS_PVS NODES` a position
//
// Times are processor time. Ends with status 1 when two searches disagree.

#include "agents/search/alphabeta.hpp"
#include "agents/search/deepening.hpp"
#include "agents/search/pvs.hpp"
#include "tests/agents/search_positions.hpp"
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
    long values = 0; // so that nothing is left out, and to compare
};

int measure_speed(int rounds) {
    const auto positions = random_positions(100, 1);
    for (int round = 0; round < rounds; ++round) {
        Sum ours;
        Sum plain;
        const auto search_ours = [&] {
            for (const auto& position : positions) {
                ours.values +=
                    alphabeta_value<Ataxx>(position, 0, 3, -kInfinity, kInfinity, NodeCount(ours.nodes));
            }
        };
        const auto search_plain = [&] {
            for (const auto& position : positions) {
                const plain::Board board{position.own().bits(), position.theirs().bits()};
                plain.values += plain::alphabeta(board, 0, 3, -plain::kWon, plain::kWon, plain.nodes);
            }
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

int measure_depth(std::size_t count) {
    for (const auto& position : random_positions(count, 2)) {
        const auto moves = legal_moves(position);
        std::uint64_t nodes = 0;
        int expected = 0;
        const double time_alphabeta =
            seconds([&] { expected = alphabeta_move<Ataxx>(position, moves, 6, NodeCount(nodes)).value; });
        Deepened<ataxx::Move> found;
        const double time_pvs = seconds([&] {
            Table<ataxx::Move> table(16); // as the agent has it, and empty
            Pvs<Ataxx> pvs(table);
            found = deepen(pvs, position, moves, {.depth = 6});
        });
        if (found.choice.value != expected) {
            std::fprintf(stderr, "the searches disagree\n");
            return 1;
        }
        std::printf("depth %.6f %llu %.6f %llu\n", time_alphabeta, static_cast<unsigned long long>(nodes),
                    time_pvs, static_cast<unsigned long long>(found.nodes));
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
