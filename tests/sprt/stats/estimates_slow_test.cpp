// The table of docs/evidence.md, "Intervals of few games". Run with --verbose to read it.

#include "tests/sprt/stats/coverage.hpp"

#include <gtest/gtest.h>

#include <cstdio>

namespace sprt {
namespace {

TEST(EstimatesSlow, intervals_of_few_games_hold_what_they_promise) {
    std::puts("units   pairs: normal     Elo    nElo  LOS misleads    bias   games: normal     Elo");
    for (const std::uint64_t units : {1u, 2u, 3u, 5u, 7u, 10u, 20u}) {
        const LeastCoverage pairs = least_coverage<5>(units);
        const LeastCoverage games = least_coverage<3>(units);
        const double bias = units <= 10 ? least_coverage_of_bias(units) : 1; // of more it takes long
        std::printf("%5d %15.4f %7.4f %7.4f %13.4f %7.4f %15.4f %7.4f\n", static_cast<int>(units),
                    pairs.normal, pairs.elo, pairs.nelo, pairs.misled, bias, games.normal, games.elo);
        for (const double covered : {pairs.elo, pairs.nelo, bias, games.elo, games.nelo}) {
            EXPECT_GE(covered, 0.95);
        }
        EXPECT_LE(pairs.misled, 0.05);
    }
}

/// Of n pairs that end in one of two ways: where the rarer one is seen a few times, or never.
struct TwoResults {
    std::size_t frequent;
    std::size_t rare;
};

double least_coverage_of_two(std::uint64_t pairs, const TwoResults& two) {
    std::vector<Estimates> said;
    for (std::uint64_t rare = 0; rare <= std::min<std::uint64_t>(pairs, 900); ++rare) {
        Ptnml counts;
        counts.counts[two.frequent] = pairs - rare;
        counts.counts[two.rare] = rare;
        said.push_back(estimate(counts));
    }
    double least = 1;
    const auto n = static_cast<double>(pairs);
    for (double expected = 0.05; expected < std::min(n / 2, 600.0); expected *= 1.1) {
        const double share = expected / n;
        const double score =
            (static_cast<double>(two.frequent) * (1 - share) + static_cast<double>(two.rare) * share) / 4;
        double covered = 0;
        for (std::size_t rare = 0; rare < said.size(); ++rare) {
            const std::array<std::uint64_t, 2> counts{pairs - rare, rare};
            covered += holds(said[rare].elo_ci95, elo_of_score(score))
                           ? probability<2>(counts, {1 - share, share})
                           : 0;
        }
        least = std::min(least, covered);
    }
    return least;
}

TEST(EstimatesSlow, rare_results_among_many_pairs_do_not_mislead) {
    std::puts("pairs   two results: LL, WW   even, DW   even, WW");
    for (const std::uint64_t pairs : {100u, 1000u}) {
        std::printf("%6d", static_cast<int>(pairs));
        for (const TwoResults& two : {TwoResults{0, 4}, {2, 3}, {2, 4}}) {
            const double covered = least_coverage_of_two(pairs, two);
            std::printf(" %10.4f", covered);
            EXPECT_GE(covered, 0.94);
        }
        std::puts("");
    }
}

} // namespace
} // namespace sprt
