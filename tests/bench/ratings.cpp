// How long a table of 64 agents takes, all of which met in 200 rounds: bench_ratings [opening|pair].
// Prints the milliseconds of a table, a line each.

#include "sprt/stats/ratings/ratings.hpp"

#include "sprt/simulate/simulation.hpp"

#include <chrono>
#include <cstdio>
#include <string_view>
#include <utility>

int main(int argc, char** argv) {
    constexpr std::size_t kAgents = 64;
    constexpr std::uint64_t kRounds = 200;
    constexpr int kTables = 15;
    const bool by_opening = argc < 2 || std::string_view(argv[1]) == "opening";
    sprt::Random random(1);
    sprt::Crosstable results{.agents = kAgents, .pairings = {}};
    for (std::size_t a = 0; a < kAgents; ++a) {
        for (std::size_t b = a + 1; b < kAgents; ++b) {
            std::vector<sprt::OpeningResult> pairs;
            for (std::uint64_t round = 0; round < kRounds; ++round) {
                pairs.push_back({round, static_cast<std::size_t>(random.bits() % 5)});
            }
            sprt::Pairing pairing = sprt::pairing_of(a, b, std::move(pairs));
            if (!by_opening) {
                pairing.by_opening.clear();
            }
            results.pairings.push_back(std::move(pairing));
        }
    }
    for (int i = 0; i < kTables; ++i) {
        const auto begin = std::chrono::steady_clock::now();
        const sprt::Ratings ratings = sprt::rate(results);
        const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - begin;
        std::printf("%.3f %.6f\n", took.count(), *ratings.elo[0]);
    }
}
