#include "sprt/stats/elo.hpp"
#include "sprt/stats/estimates.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace sprt {
namespace {

/// Values of fishtest's and fastchess's formulas; `half_width` is half of the interval's width.
struct Reference {
    Wld games;
    double score;
    double elo;
    double half_width;
    double los;
    double nelo;
};

const Reference kReferences[] = {
    {{143, 143, 0}, 0.5, 0.0, 40.44782918287488, 0.5, 0.0},
    {{10, 12, 3}, 0.46, -27.854371256557773, 134.59548560679065, 0.334339942061256, -29.737740859213986},
    {{5000000, 4900000, 100000}, 0.505, 3.4744716740370634, 0.2142700831453767, 1.0, 3.4920353880469412},
    {{620, 480, 100},
     0.5583333333333333,
     40.71957324001495,
     18.957853441787663,
     0.9999894467040353,
     42.65440159561039},
    {{30, 10, 5},
     0.7222222222222222,
     165.9893391883272,
     110.94849142574283,
     0.9998319032476259,
     185.7121321426816},
};

TEST(Estimates, AgreeWithReferenceValues) {
    for (const Reference& row : kReferences) {
        const Estimates estimates = estimate(row.games);
        const auto near = [&](double value, double right) {
            EXPECT_NEAR(value, right, std::max(1e-12, std::abs(right) * 1e-9)) << row.games.wins;
        };
        near(estimates.score.value(), row.score);
        near(estimates.elo.value(), row.elo);
        const auto [low, high] = estimates.elo_ci95.value();
        near((high - low) / 2, row.half_width);
        EXPECT_LT(low, estimates.elo);
        EXPECT_GT(high, estimates.elo);
        near(estimates.los.value(), row.los);
        near(estimates.nelo.value(), row.nelo);
    }
}

TEST(Estimates, AreUndefinedWhereTheyAre) {
    const Estimates none = estimate({});
    EXPECT_FALSE(none.score || none.elo || none.elo_ci95 || none.nelo || none.los);

    const Estimates won = estimate({22, 0, 0});
    EXPECT_EQ(won.elo, INFINITY);
    EXPECT_FALSE(won.elo_ci95 || won.nelo);
    EXPECT_EQ(won.los, 1.0);
    EXPECT_EQ(estimate({0, 19, 0}).elo, -INFINITY);
    EXPECT_EQ(estimate({0, 19, 0}).los, 0.0);

    const Estimates drawn = estimate({0, 0, 100});
    EXPECT_EQ(drawn.elo, 0.0);
    EXPECT_FALSE(std::signbit(*drawn.elo));
    EXPECT_EQ(drawn.los, 0.5);
    EXPECT_FALSE(drawn.nelo);
}

TEST(Estimates, IntervalIsClippedToInfinity) {
    const Estimates few = estimate({3, 1, 0});
    EXPECT_EQ((*few.elo_ci95)[1], INFINITY);
    EXPECT_TRUE(std::isfinite((*few.elo_ci95)[0]));
}

TEST(Elo, InvertsItself) {
    for (const double elo : {-800.0, -50.0, 0.0, 3.5, 400.0}) {
        EXPECT_NEAR(elo_of_score(expected_score(elo)), elo, 1e-9);
    }
    EXPECT_NEAR(expected_score(50), 0.5714631174083814, 1e-15);
}

} // namespace
} // namespace sprt
