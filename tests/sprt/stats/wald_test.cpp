#include "sprt/stats/wald.hpp"
#include "tests/sprt/stats/llr_vectors.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace sprt {
namespace {

double llr_of(const Wld& games, const Hypotheses& test) {
    return wald_llr(games, wald_updates(test));
}

constexpr Hypotheses kArticle{.elo0 = 0, .elo1 = 50, .alpha = 0.05, .beta = 0.05};

TEST(Wald, llr_equals_reference_values) {
    int compared = 0;
    for (const LlrVector& row : kLlrVectors) {
        if (row.model == Model::Wald) {
            ++compared;
            const double llr = llr_of(std::get<Wld>(row.counts), row.test);
            EXPECT_NEAR(llr, row.llr, 1e-11 * std::abs(row.llr)) << row.llr;
            EXPECT_EQ(verdict(llr, bounds(row.test)), row.verdict) << row.llr;
        }
    }
    EXPECT_EQ(compared, 12);
}

TEST(Wald, llr_equals_that_of_the_published_runs) {
    const struct {
        Wld games;
        double llr;
    } runs[] = {{{25, 2, 0}, 3.031}, {{24, 1, 0}, 3.052},     {{41, 16, 0}, 3.010},   {{43, 18, 0}, 2.968},
                {{32, 8, 0}, 3.041}, {{222, 211, 0}, -2.885}, {{222, 212, 0}, -3.040}};
    for (const auto& run : runs) {
        EXPECT_NEAR(llr_of(run.games, kArticle), run.llr, 0.00051) << run.games.wins;
    }
}

TEST(Wald, updates_are_what_one_game_adds) {
    const WaldUpdates updates = wald_updates(kArticle);
    EXPECT_NEAR(updates.win, 0.133592, 1e-6);
    EXPECT_NEAR(updates.loss, -0.154231, 1e-6);
    EXPECT_EQ(llr_of({1, 0, 0}, kArticle), updates.win);
    EXPECT_EQ(llr_of({0, 1, 0}, kArticle), updates.loss);
}

TEST(Wald, swapped_agents_change_the_sign) {
    const Hypotheses test{.elo0 = -7, .elo1 = 31};
    const Hypotheses mirrored{.elo0 = -31, .elo1 = 7};
    EXPECT_NEAR(llr_of({130, 95, 20}, test), -llr_of({95, 130, 20}, mirrored), 1e-12);
}

TEST(Wald, llr_of_extreme_counts_and_bounds_is_finite) {
    for (const auto& [elo0, elo1] :
         {std::pair{-2000.0, 2000.0}, std::pair{1990.0, 2000.0}, std::pair{-2000.0, -1990.0}}) {
        const Hypotheses test{.elo0 = elo0, .elo1 = elo1};
        for (const Wld games :
             {Wld{1'000'000'000, 0, 0}, Wld{0, 1'000'000'000, 0}, Wld{1, 1, 1'000'000'000}}) {
            EXPECT_TRUE(std::isfinite(llr_of(games, test))) << elo0;
        }
        EXPECT_GT(wald_updates(test).win, 0) << elo0;
        EXPECT_LT(wald_updates(test).loss, 0) << elo0;
    }
}

TEST(Verdict, ratio_equal_to_a_bound_decides) {
    const Bounds limits = bounds(kArticle);
    EXPECT_NEAR(limits.lower, -2.9444389791664403, 1e-15);
    EXPECT_NEAR(limits.upper, 2.9444389791664403, 1e-15);
    EXPECT_EQ(verdict(limits.upper, limits), Verdict::H1);
    EXPECT_EQ(verdict(limits.lower, limits), Verdict::H0);
    EXPECT_EQ(verdict(std::nextafter(limits.upper, 0), limits), Verdict::Continue);
    EXPECT_EQ(verdict(std::nextafter(limits.lower, 0), limits), Verdict::Continue);
}

TEST(Verdict, bounds_follow_from_the_error_rates) {
    const Bounds limits = bounds({.elo0 = 0, .elo1 = 10, .alpha = 0.01, .beta = 0.2});
    EXPECT_NEAR(limits.upper, std::log(0.8 / 0.01), 1e-15);
    EXPECT_NEAR(limits.lower, std::log(0.2 / 0.99), 1e-15);
}

} // namespace
} // namespace sprt
