#include "sprt/stats/bayeselo.hpp"
#include "tests/sprt/stats/llr_vectors.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace sprt {
namespace {

TEST(Bayeselo, llr_equals_reference_values) {
    int compared = 0;
    for (const LlrVector& row : kLlrVectors) {
        if (row.model == Model::Bayeselo) {
            ++compared;
            const double llr = bayeselo_llr(std::get<Wld>(row.counts), row.test.elo0, row.test.elo1);
            EXPECT_NEAR(llr, row.llr, 1e-11 * std::abs(row.llr));
        }
    }
    EXPECT_EQ(compared, 7);
}

TEST(Bayeselo, llr_has_no_step_where_its_formula_changes) {
    // The formula changes at a difference of one nat.
    const Wld games{60, 40, 30};
    const auto slope = [&](double elo1) {
        return (bayeselo_llr(games, 0, elo1 + 0.01) - bayeselo_llr(games, 0, elo1)) / 0.01;
    };
    for (double elo1 = 100; elo1 < 200; elo1 += 0.5) {
        EXPECT_NEAR(slope(elo1), slope(elo1 + 0.01), 1e-4) << elo1;
    }
}

TEST(Bayeselo, llr_of_draws_alone_is_finite) {
    for (const std::uint64_t draws : {1u, 1000u, 1'000'000'000u}) {
        EXPECT_TRUE(std::isfinite(bayeselo_llr({0, 0, draws}, -2000, 2000)));
        EXPECT_LT(bayeselo_llr({0, 0, draws}, 0, 2000), 0);
    }
}

TEST(Bayeselo, draw_elo_and_scores_give_back_the_shares_of_games) {
    // Coulom's formulas the other way round: with the Elo and the draw Elo of the games their score is
    // expected.
    const Wld games{.wins = 50, .losses = 20, .draws = 30};
    const double elo = 200 * std::log10(0.5 / 0.2 * (0.8 / 0.5));
    EXPECT_NEAR(draw_elo(games), 200 * std::log10(0.8 / 0.2), 1e-10);
    const Score score = bayeselo_score(elo, draw_elo(games));
    EXPECT_NEAR(score.won, 0.65, 1e-14);
    EXPECT_NEAR(score.lost, 0.35, 1e-14);
    EXPECT_EQ(draw_elo({}), 0);
    EXPECT_NEAR(draw_elo({.wins = 3, .losses = 0, .draws = 9}), 200 * std::log10(12 / 0.001 * (9.001 / 3)),
                1e-9);
}

TEST(Bayeselo, true_scale_is_logistic_elo_without_draws_and_narrower_with_them) {
    for (const double elo : {-800.0, -5.0, 0.0, 50.0}) {
        EXPECT_NEAR(elo_of_bayeselo(elo, 0), elo, 1e-10);
        EXPECT_LE(std::abs(elo_of_bayeselo(elo, 200)), std::abs(elo));
    }
    // Its scale at 0: 4 x / (1 + x)^2 with x = 10^(-draw Elo / 400), as cutechess computes it.
    const double x = std::pow(10, -0.5);
    EXPECT_NEAR(elo_of_bayeselo(0.001, 200) / 0.001, 4 * x / (1 + x) / (1 + x), 1e-6);
}

} // namespace
} // namespace sprt
