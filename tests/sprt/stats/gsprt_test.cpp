#include "sprt/stats/gsprt.hpp"
#include "sprt/stats/wald.hpp"
#include "tests/sprt/stats/llr_vectors.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

namespace sprt {
namespace {

double tolerance(double llr) {
    return std::max(1e-8, 1e-9 * std::abs(llr));
}

TEST(Trinomial, AgreesWithReferenceValues) {
    int compared = 0;
    for (const LlrVector& row : kLlrVectors) {
        if (row.model == Model::Trinomial) {
            ++compared;
            EXPECT_NEAR(trinomial_llr(std::get<Wld>(row.counts), row.test), row.llr, tolerance(row.llr));
        }
    }
    EXPECT_EQ(compared, 15);
}

TEST(Pentanomial, AgreesWithReferenceValues) {
    int compared = 0;
    for (const LlrVector& row : kLlrVectors) {
        if (row.model == Model::Pentanomial) {
            ++compared;
            EXPECT_NEAR(pentanomial_llr(std::get<Ptnml>(row.counts), row.test), row.llr, tolerance(row.llr));
        }
    }
    EXPECT_EQ(compared, 17);
}

TEST(Gsprt, IsExactlyZeroWithoutData) {
    EXPECT_EQ(trinomial_llr({}, {.elo0 = 0, .elo1 = 50}), 0);
    EXPECT_EQ(pentanomial_llr({}, {.elo0 = 0, .elo1 = 50}), 0);
    EXPECT_FALSE(std::signbit(trinomial_llr({}, {.elo0 = 0, .elo1 = 50})));
}

TEST(Trinomial, WithoutDrawsIsWald) {
    std::mt19937_64 random(7);
    std::uniform_int_distribution<std::uint64_t> games(1, 2000);
    std::uniform_real_distribution<double> elo(-200, 200);
    for (int i = 0; i < 2000; ++i) {
        const Wld played{.wins = games(random), .losses = games(random), .draws = 0};
        const double elo0 = elo(random);
        const Hypotheses test{.elo0 = elo0, .elo1 = elo0 + 50};
        const WaldUpdates updates = wald_updates(test);
        // A thousandth of a draw stands for none and says no more than a thousandth of a win or a loss.
        const double tolerance = 1e-3 * std::max(updates.win, -updates.loss);
        EXPECT_NEAR(trinomial_llr(played, test), wald_llr(played, test), tolerance);
    }
    for (std::uint64_t wins = 100; wins <= 200; ++wins) {
        const Wld played{.wins = wins, .losses = 300 - wins, .draws = 0};
        const Hypotheses test{.elo0 = 0, .elo1 = 50};
        EXPECT_NEAR(trinomial_llr(played, test), wald_llr(played, test), 1e-4) << wins;
    }
}

TEST(Gsprt, KeepsItsDigitsFarOut) {
    // 50-digit values beyond what the reference tools are compared at. In the first two rows 8e8 pairs are
    // weighed for a difference of 0.01 Elo: the terms of the sum cancel to a 1e9th.
    const struct {
        Hypotheses test;
        Ptnml pairs;
        double llr;
    } rows[] = {
        {{0, 0.01}, {{100000003, 200000000, 300000001, 200000007, 100000005}}, -1.1178942269637427},
        {{0, 0.01}, {{100000003, 200000000, 300070001, 200060007, 100000005}}, 1.472491466603052},
        {{-2000, 2000}, {{0, 0, 0, 0, 1'000'000'000}}, 11512925464.993254},
        {{0, 2000}, {{1, 0, 0, 0, 1'000'000'000}}, 693137169.79223567},
        {{1999, 2000}, {{0, 0, 1'000'000'000, 0, 0}}, -5756405.0024513328},
        {{-700, 900}, {{0, 7, 0, 1, 0}}, -15.708084863151883},
    };
    for (const auto& row : rows) {
        EXPECT_NEAR(pentanomial_llr(row.pairs, row.test), row.llr, tolerance(row.llr)) << row.llr;
    }
    EXPECT_NEAR(trinomial_llr({.wins = 1'000'000'000, .losses = 3, .draws = 0}, {-2000, -1990}),
                57564034.793756016, tolerance(57564034));
}

} // namespace
} // namespace sprt
