#include "sprt/stats/confidence_sequence.hpp"
#include "tests/sprt/stats/count_grid.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace sprt {
namespace {

/// From a study that solved the definition independently; to 1e-7 in the score.
struct Reference {
    Ptnml pairs;
    double alpha;
    std::array<double, 2> score;
    std::array<double, 2> elo;
};

const Reference kReferences[] = {
    {{{0, 0, 0, 0, 0}}, 0.05, {0, 1}, {-INFINITY, INFINITY}},
    {{{0, 0, 0, 0, 1}}, 0.05, {0.0048819854700621465, 1}, {-923.7112423131588, INFINITY}},
    {{{0, 0, 20, 0, 0}},
     0.05,
     {0.36052172121197457, 0.6394782787880254},
     {-99.5577446116788, 99.5577446116788}},
    {{{0, 0, 0, 0, 23}}, 0.05, {0.7520865089100258, 1}, {192.78705487904054, INFINITY}},
    {{{2, 1, 30, 3, 9}},
     0.05,
     {0.45363506601330145, 0.718756712131705},
     {-32.31048005302326, 162.99989879448628}},
    {{{30, 5, 400, 6, 49}},
     0.05,
     {0.48878128485705796, 0.5518031767110132},
     {-7.796870319021866, 36.12616893306869}},
    {{{30, 5, 400, 6, 49}},
     0.01,
     {0.4839677731312973, 0.5568020274484876},
     {-11.14415251589903, 39.641217187420196}},
    {{{789, 328, 3806, 402, 1543}},
     0.05,
     {0.54557485493589, 0.569578165863585},
     {31.756796533486785, 48.66361558255084}},
};

TEST(ConfidenceSequence, AgreesWithReferenceValues) {
    for (const Reference& row : kReferences) {
        const ConfidenceSequence result = confidence_sequence(row.pairs, row.alpha);
        for (const std::size_t i : {0U, 1U}) {
            EXPECT_NEAR(result.score[i], row.score[i], 1e-12);
            if (std::isinf(row.elo[i])) {
                EXPECT_EQ(result.elo[i], row.elo[i]);
            } else {
                EXPECT_NEAR(result.elo[i], row.elo[i], 1e-8);
            }
        }
    }
}

TEST(ConfidenceSequence, OfGamesIsThatOfPairsWithTheSameScores) {
    const ConfidenceSequence games = confidence_sequence(Wld{9, 5, 30}, 0.05);
    const ConfidenceSequence pairs = confidence_sequence(Ptnml{{5, 0, 30, 0, 9}}, 0.05);
    EXPECT_EQ(games.score, pairs.score);
    EXPECT_EQ(games.elo, pairs.elo);
}

TEST(ConfidenceSequence, IsNestedInAlpha) {
    CountGrid grid;
    for (int i = 0; i < 100; ++i) {
        const Ptnml pairs = grid.pairs();
        ConfidenceSequence wider = confidence_sequence(pairs, 1e-6);
        for (const double alpha : {1e-3, 0.01, 0.05, 0.1, 0.5}) {
            const ConfidenceSequence result = confidence_sequence(pairs, alpha);
            EXPECT_GE(result.score[0], wider.score[0]);
            EXPECT_LE(result.score[1], wider.score[1]);
            wider = result;
        }
    }
}

TEST(ConfidenceSequence, CapitalIsMonotoneInTheMean) {
    CountGrid grid;
    for (int i = 0; i < 200; ++i) {
        const Ptnml pairs = grid.pairs();
        const Wld games = grid.games();
        // Rounding is in proportion to the number of units.
        const double rounding = 1e-12 * static_cast<double>(pairs.pairs() + games.games() + 1);
        for (int step = 1; step < 40; ++step) {
            const double mean = step / 40.0;
            const double next = (step + 0.5) / 40.0;
            EXPECT_GE(log_capital_above(pairs, mean), log_capital_above(pairs, next) - rounding);
            EXPECT_LE(log_capital_below(pairs, mean), log_capital_below(pairs, next) + rounding);
            EXPECT_GE(log_capital_above(games, mean), log_capital_above(games, next) - rounding);
            EXPECT_LE(log_capital_below(games, mean), log_capital_below(games, next) + rounding);
        }
    }
}

TEST(ConfidenceSequence, HoldsTheMeanAndIsANumberForAllCounts) {
    CountGrid grid;
    for (int i = 0; i < 1000; ++i) {
        const Ptnml pairs = grid.pairs();
        const ConfidenceSequence result = confidence_sequence(pairs, 0.05);
        const ConfidenceSequence mirrored = confidence_sequence(
            Ptnml{{pairs.counts[4], pairs.counts[3], pairs.counts[2], pairs.counts[1], pairs.counts[0]}},
            0.05);
        EXPECT_EQ(result.elo[0], -mirrored.elo[1]);
        EXPECT_EQ(result.elo[1], -mirrored.elo[0]);
        EXPECT_FALSE(std::isnan(result.elo[0]) || std::isnan(result.elo[1]));
        if (pairs.pairs() > 0) {
            double points = 0;
            for (std::size_t k = 0; k < 5; ++k) {
                points += static_cast<double>(pairs.counts[k] * k);
            }
            const double mean = points / 4 / static_cast<double>(pairs.pairs());
            EXPECT_LE(result.score[0], mean);
            EXPECT_GE(result.score[1], mean);
        }
    }
}

/// The promise itself: looked at after every pair, the interval excludes the truth in at most 5 % of the
/// runs. A study with 4000 runs of 10 000 pairs saw 2.0 to 2.8 %.
TEST(ConfidenceSequence, CoversTheTruthAtAllTimes) {
    constexpr int kRuns = 1000;
    constexpr int kPairs = 1000;
    const std::array<double, 5> shares{0.2, 0.05, 0.4, 0.1, 0.25};
    const double truth = 0.05 / 4 + 0.4 / 2 + 0.1 * 3 / 4 + 0.25;
    const double limit = std::log(2 / 0.05);
    std::mt19937_64 bits(7);
    std::discrete_distribution<std::size_t> result(shares.begin(), shares.end());
    int excluded = 0;
    for (int run = 0; run < kRuns; ++run) {
        Ptnml pairs;
        for (int i = 0; i < kPairs; ++i) {
            ++pairs.counts[result(bits)];
            if (log_capital_above(pairs, truth) >= limit || log_capital_below(pairs, truth) >= limit) {
                ++excluded;
                break;
            }
        }
    }
    EXPECT_LE(excluded, 0.05 * kRuns);
    EXPECT_GE(excluded, 1); // it is not so wide as to say nothing
}

} // namespace
} // namespace sprt
