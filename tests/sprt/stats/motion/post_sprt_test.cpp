#include "sprt/stats/motion/post_sprt.hpp"
#include "tests/sprt/stats/count_grid.hpp"
#include "tests/sprt/stats/motion/reference_post_sprt.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace sprt {
namespace {

/// To 0.01 Elo, but to 0.1 where units ended all or nearly all alike: there the reference takes two terms of
/// the series for Mills' ratio, and the full ratio in its place gives what we give.
void expect_elo(double value, double right) {
    if (std::abs(right) < 1000) {
        EXPECT_NEAR(value, right, std::abs(right) < 200 ? 0.01 : 0.1);
    } else {
        EXPECT_GE(value * right, 1000 * 1000) << value; // beyond the reference's search
    }
}

void expect_same(const std::optional<PostSprt>& result, const ReferencePostSprt& right) {
    ASSERT_TRUE(result);
    expect_elo(result->elo, right.elo);
    expect_elo(result->ci95[0], right.low);
    expect_elo(result->ci95[1], right.high);
    EXPECT_NEAR(result->los, right.los, 1e-7);
}

TEST(PostSprt, AgreesWithReferenceValues) {
    for (const GamePostSprt& row : kGamePostSprt) {
        SCOPED_TRACE(testing::Message()
                     << row.games.wins << ',' << row.games.losses << ',' << row.games.draws);
        expect_same(post_sprt(row.games, row.right.test, row.right.scale), row.right);
    }
    for (const PairPostSprt& row : kPairPostSprt) {
        SCOPED_TRACE(testing::PrintToString(row.pairs.counts));
        expect_same(post_sprt(row.pairs, row.right.test, row.right.scale), row.right);
    }
}

TEST(PostSprt, IsLessExtremeThanTheScoreThatStoppedTheTest) {
    // 143 wins, 143 losses accept H0 of [0, 50]: the truth is likelier above 0 than the score says.
    for (const EloScale scale : {EloScale::Logistic, EloScale::Decisive}) {
        const auto result = post_sprt(Wld{143, 143, 0}, {.elo0 = 0, .elo1 = 50}, scale);
        ASSERT_TRUE(result);
        EXPECT_GT(result->elo, 5);
        EXPECT_LT(result->elo, 10);
        EXPECT_LT(result->ci95[0], -30);
        EXPECT_GT(result->ci95[1], 50);
        EXPECT_GT(result->los, 0.6);
    }
}

TEST(PostSprt, OfMirroredCountsIsMirrored) {
    const Hypotheses test{.elo0 = -7, .elo1 = 12, .alpha = 0.02, .beta = 0.1};
    const Hypotheses turned{.elo0 = -12, .elo1 = 7, .alpha = 0.1, .beta = 0.02};
    for (const EloScale scale : {EloScale::Logistic, EloScale::Normalized, EloScale::Decisive}) {
        const auto result = post_sprt(Wld{400, 330, 50}, test, scale);
        const auto mirrored = post_sprt(Wld{330, 400, 50}, turned, scale);
        EXPECT_NEAR(result->elo, -mirrored->elo, 1e-6);
        EXPECT_NEAR(result->ci95[0], -mirrored->ci95[1], 1e-6);
        EXPECT_NEAR(result->ci95[1], -mirrored->ci95[0], 1e-6);
        EXPECT_NEAR(result->los, 1 - mirrored->los, 1e-9);
    }
}

TEST(PostSprt, IsUndefinedWithoutUnitsOrWithoutHypotheses) {
    EXPECT_FALSE(post_sprt(Wld{}, {}, EloScale::Logistic));
    EXPECT_FALSE(post_sprt(Ptnml{}, {}, EloScale::Logistic));
    EXPECT_FALSE(post_sprt(Wld{5, 4, 3}, {.elo0 = 10, .elo1 = 10}, EloScale::Logistic));
}

TEST(PostSprt, IsANumberForAllCounts) {
    CountGrid grid;
    const auto check = [](const std::optional<PostSprt>& result) {
        if (result) {
            EXPECT_LE(result->ci95[0], result->elo);
            EXPECT_LE(result->elo, result->ci95[1]);
            EXPECT_GE(result->los, 0);
            EXPECT_LE(result->los, 1);
        }
    };
    for (int i = 0; i < 1000; ++i) {
        for (const EloScale scale : {EloScale::Logistic, EloScale::Normalized}) {
            check(post_sprt(grid.games(), grid.test(), scale));
            check(post_sprt(grid.pairs(), grid.test(), scale));
        }
        check(post_sprt(grid.games(), grid.test(), EloScale::Decisive));
    }
}

} // namespace
} // namespace sprt
