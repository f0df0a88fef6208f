#include "sprt/stats/gsprt.hpp"
#include "sprt/stats/wald.hpp"
#include "tests/sprt/stats/llr_of.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

namespace sprt {
namespace {

double wald_llr_of(const Wld& games, const Hypotheses& test) {
    return wald_llr(games, wald_updates(test));
}

TEST(Gsprt, offsets_of_the_prescribed_mean_sum_to_0_under_it) {
    for (const double elo : {-2000.0, -50.0, 0.0, 5.0, 2000.0}) {
        const Score score = score_at(elo);
        const Constraint<3> games = mean_score_is<3>(score);
        // Wins and losses alone in these shares have the prescribed mean.
        EXPECT_NEAR(score.lost * games.slope[0] + score.won * games.slope[2], 0, 1e-15) << elo;
        EXPECT_EQ(games.top, 2u);
        EXPECT_EQ(games.bottom, 0u);
    }
}

TEST(Gsprt, trinomial_without_draws_is_wald) {
    std::mt19937_64 random(7);
    std::uniform_int_distribution<std::uint64_t> games(1, 2000);
    std::uniform_real_distribution<double> elo(-200, 200);
    for (int i = 0; i < 2000; ++i) {
        const Wld played{.wins = games(random), .losses = games(random), .draws = 0};
        const double elo0 = elo(random);
        const Hypotheses test{.elo0 = elo0, .elo1 = elo0 + 50};
        const WaldUpdates updates = wald_updates(test);
        // 1e-3 draws stand for none, and add at most as much as 1e-3 wins or losses.
        const double tolerance = 1e-3 * std::max(updates.win, -updates.loss);
        EXPECT_NEAR(llr_of(Model::Trinomial, played, test), wald_llr_of(played, test), tolerance);
    }
    for (std::uint64_t wins = 100; wins <= 200; ++wins) {
        const Wld played{.wins = wins, .losses = 300 - wins, .draws = 0};
        const Hypotheses test{.elo0 = 0, .elo1 = 50};
        EXPECT_NEAR(llr_of(Model::Trinomial, played, test), wald_llr_of(played, test), 1e-4) << wins;
    }
}

/// The values have 50 digits and lie beyond the range in which the reference tools were compared. In the
/// first two rows 8e8 pairs decide about a difference of 0.01 Elo: the terms of the sum cancel to a 1e9th.
TEST(Gsprt, llr_keeps_its_digits_for_extreme_counts_and_bounds) {
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
    const auto tolerance = [](double llr) { return std::max(1e-8, 1e-9 * std::abs(llr)); };
    for (const auto& row : rows) {
        EXPECT_NEAR(llr_of(Model::Pentanomial, row.pairs, row.test), row.llr, tolerance(row.llr)) << row.llr;
    }
    EXPECT_NEAR(llr_of(Model::Trinomial, Wld{.wins = 1'000'000'000, .losses = 3, .draws = 0}, {-2000, -1990}),
                57564034.793756016, tolerance(57564034));
}

} // namespace
} // namespace sprt
