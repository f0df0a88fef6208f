// Operations on sets of cells, timed.

#include "agents/connect_four/connect_four.hpp"
#include "referee/base/seed.hpp"
#include "tests/bench/connect_four/measures.hpp"
#include "tests/bench/connect_four/positions.hpp"
#include "tests/bench/processor_time.hpp"
#include "tests/support/four_by_loops.hpp"

#include <cstdio>
#include <vector>

namespace bench {

using connect_four::Cells;
using connect_four::Position;
using search::ConnectFour;
using Count = unsigned long long;

/// Nanoseconds of a test for four in a row by shifts, and by loops over cells.
void fours() {
    std::vector<Cells> boards(1000);
    referee::SplitMix64 random(1);
    for (Cells& board : boards) {
        board = random_line(random, 10 + random.below(20)).position.theirs();
    }
    const auto ns = [&](int rounds, const auto& has_four) {
        Count found = 0;
        const double seconds = bench::seconds([&] {
            for (int round = 0; round < rounds; ++round) {
                for (const Cells cells : boards) {
                    found += has_four(cells ^ static_cast<Cells>(round & 1)) ? 1U : 0U;
                }
            }
        });
        if (found == 12345678) { // the result is used
            std::puts("");
        }
        return 1e9 * seconds / rounds / static_cast<double>(boards.size());
    };
    std::printf("%.2f %.2f\n", ns(20000, connect_four::has_four), ns(200, referee::tests::has_four_by_loops));
}

/// Nanoseconds of a random game from the empty board.
void playouts() {
    constexpr int kGames = 300'000;
    referee::SplitMix64 random(1);
    Count won = 0;
    const double seconds = bench::seconds([&] {
        for (int i = 0; i < kGames; ++i) {
            Position position;
            while (!ConnectFour::is_finished(position)) {
                const auto moves = ConnectFour::moves(position);
                position = ConnectFour::after(position, moves[random.below(moves.size())]);
            }
            won += connect_four::has_four(position.theirs()) ? 1U : 0U;
        }
    });
    std::printf("%.0f%s\n", 1e9 * seconds / kGames, won == 0 ? "!" : "");
}

} // namespace bench
