#include "sprt/stats/wald.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace sprt {
namespace {

/// 50-digit values of the formula, from a study of the reference tools; the first rows are the articles' own
/// runs.
struct Reference {
    Hypotheses test;
    Wld games;
    double llr;
    Verdict verdict;
};

constexpr Hypotheses kArticle{.elo0 = 0, .elo1 = 50, .alpha = 0.05, .beta = 0.05};

const Reference kReferences[] = {
    {kArticle, {143, 143, 0}, -2.951440506384565, Verdict::H0},
    {kArticle, {142, 142, 0}, -2.9308010622839733, Verdict::Continue},
    {kArticle, {0, 0, 0}, 0, Verdict::Continue},
    {kArticle, {0, 0, 100}, 0, Verdict::Continue},
    {kArticle, {22, 0, 0}, 2.939020617760308, Verdict::Continue},
    {kArticle, {23, 0, 0}, 3.07261246402214, Verdict::H1},
    {kArticle, {0, 19, 0}, -2.930394516886047, Verdict::Continue},
    {kArticle, {0, 20, 0}, -3.0846258072484707, Verdict::H0},
    {{-5, 0, 0.05, 0.05}, {10, 12, 3}, -0.026504232950251838, Verdict::Continue},
    {{0, 5, 0.05, 0.05}, {5000000, 4900000, 100000}, 413.97936264309794, Verdict::H1},
    {{0, 10, 0.01, 0.01}, {620, 480, 100}, 3.57395493918851, Verdict::Continue},
    {{-50, 50, 0.1, 0.05}, {30, 10, 5}, 5.756462732485114, Verdict::H1},
};

TEST(Wald, AgreesWithReferenceValues) {
    for (const Reference& row : kReferences) {
        const double llr = wald_llr(row.games, row.test);
        EXPECT_NEAR(llr, row.llr, std::max(1e-9, std::abs(row.llr) * 1e-11)) << row.games.wins;
        EXPECT_EQ(verdict(llr, bounds(row.test)), row.verdict) << row.games.wins;
    }
}

TEST(Wald, AgreesWithThePublishedRuns) {
    const struct {
        Wld games;
        double llr;
    } runs[] = {{{25, 2, 0}, 3.031}, {{24, 1, 0}, 3.052},     {{41, 16, 0}, 3.010},   {{43, 18, 0}, 2.968},
                {{32, 8, 0}, 3.041}, {{222, 211, 0}, -2.885}, {{222, 212, 0}, -3.040}};
    for (const auto& run : runs) {
        EXPECT_NEAR(wald_llr(run.games, kArticle), run.llr, 0.00051) << run.games.wins;
    }
}

TEST(Wald, UpdatesAreWhatOneGameAdds) {
    const WaldUpdates updates = wald_updates(kArticle);
    EXPECT_NEAR(updates.win, 0.133592, 1e-6);
    EXPECT_NEAR(updates.loss, -0.154231, 1e-6);
    EXPECT_EQ(wald_llr({1, 0, 0}, kArticle), updates.win);
    EXPECT_EQ(wald_llr({0, 1, 0}, kArticle), updates.loss);
}

TEST(Wald, IsAntisymmetric) {
    const Hypotheses test{.elo0 = -7, .elo1 = 31};
    const Hypotheses mirrored{.elo0 = -31, .elo1 = 7};
    EXPECT_NEAR(wald_llr({130, 95, 20}, test), -wald_llr({95, 130, 20}, mirrored), 1e-12);
}

TEST(Wald, StaysFiniteAtTheEnds) {
    for (const auto& [elo0, elo1] :
         {std::pair{-2000.0, 2000.0}, std::pair{1990.0, 2000.0}, std::pair{-2000.0, -1990.0}}) {
        const Hypotheses test{.elo0 = elo0, .elo1 = elo1};
        for (const Wld games :
             {Wld{1'000'000'000, 0, 0}, Wld{0, 1'000'000'000, 0}, Wld{1, 1, 1'000'000'000}}) {
            EXPECT_TRUE(std::isfinite(wald_llr(games, test))) << elo0;
        }
        EXPECT_GT(wald_updates(test).win, 0) << elo0;
        EXPECT_LT(wald_updates(test).loss, 0) << elo0;
    }
}

TEST(Verdict, BoundsThemselvesDecide) {
    const Bounds limits = bounds(kArticle);
    EXPECT_NEAR(limits.lower, -2.9444389791664403, 1e-15);
    EXPECT_NEAR(limits.upper, 2.9444389791664403, 1e-15);
    EXPECT_EQ(verdict(limits.upper, limits), Verdict::H1);
    EXPECT_EQ(verdict(limits.lower, limits), Verdict::H0);
    EXPECT_EQ(verdict(std::nextafter(limits.upper, 0), limits), Verdict::Continue);
    EXPECT_EQ(verdict(std::nextafter(limits.lower, 0), limits), Verdict::Continue);
}

TEST(Verdict, ErrorRatesMoveTheirOwnBound) {
    const Bounds limits = bounds({.elo0 = 0, .elo1 = 10, .alpha = 0.01, .beta = 0.2});
    EXPECT_NEAR(limits.upper, std::log(0.8 / 0.01), 1e-15);
    EXPECT_NEAR(limits.lower, std::log(0.2 / 0.99), 1e-15);
}

} // namespace
} // namespace sprt
