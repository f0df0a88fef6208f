#include "sprt/stats/motion/post_sprt.hpp"
#include "tests/sprt/stats/count_grid.hpp"
#include "tests/sprt/stats/motion/reference_post_sprt.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace sprt {
namespace {

/// To 0.01 Elo, but to 0.1 where all or nearly all units have one score: there the reference takes two terms
/// of the series of Mills' ratio, and with the full ratio it gives our values.
void expect_elo_near(double value, double right) {
    if (std::abs(right) < 1000) {
        EXPECT_NEAR(value, right, std::abs(right) < 200 ? 0.01 : 0.1);
    } else {
        EXPECT_GE(value * right, 1000 * 1000) << value; // beyond the range that the reference searches
    }
}

void expect_same(const std::optional<PostSprt>& result, const ReferencePostSprt& right) {
    ASSERT_TRUE(result);
    expect_elo_near(result->elo, right.elo);
    expect_elo_near(result->ci95.lower, right.low);
    expect_elo_near(result->ci95.upper, right.high);
    EXPECT_NEAR(result->los, right.los, 1e-7);
}

TEST(PostSprt, estimates_equal_reference_values) {
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

TEST(PostSprt, estimate_is_less_extreme_than_the_score_that_stopped_the_test) {
    // 143 wins and 143 losses accept H0 of [0, 50]. The score is 1/2, but the truth is likely above 0.
    for (const EloScale scale : {EloScale::Logistic, EloScale::Decisive}) {
        const auto result = post_sprt(Wld{143, 143, 0}, {.elo0 = 0, .elo1 = 50}, scale);
        ASSERT_TRUE(result);
        EXPECT_GT(result->elo, 5);
        EXPECT_LT(result->elo, 10);
        EXPECT_LT(result->ci95.lower, -30);
        EXPECT_GT(result->ci95.upper, 50);
        EXPECT_GT(result->los, 0.6);
    }
}

TEST(PostSprt, estimate_of_mirrored_counts_is_mirrored) {
    const Hypotheses test{.elo0 = -7, .elo1 = 12, .alpha = 0.02, .beta = 0.1};
    const Hypotheses turned{.elo0 = -12, .elo1 = 7, .alpha = 0.1, .beta = 0.02};
    for (const EloScale scale : {EloScale::Logistic, EloScale::Normalized, EloScale::Decisive}) {
        const auto result = post_sprt(Wld{400, 330, 50}, test, scale);
        const auto mirrored = post_sprt(Wld{330, 400, 50}, turned, scale);
        EXPECT_NEAR(result->elo, -mirrored->elo, 1e-6);
        EXPECT_NEAR(result->ci95.lower, -mirrored->ci95.upper, 1e-6);
        EXPECT_NEAR(result->ci95.upper, -mirrored->ci95.lower, 1e-6);
        EXPECT_NEAR(result->los, 1 - mirrored->los, 1e-9);
    }
}

TEST(PostSprt, estimate_is_undefined_without_units_or_with_equal_hypotheses) {
    EXPECT_FALSE(post_sprt(Wld{}, {}, EloScale::Logistic));
    EXPECT_FALSE(post_sprt(Ptnml{}, {}, EloScale::Logistic));
    EXPECT_FALSE(post_sprt(Wld{5, 4, 3}, {.elo0 = 10, .elo1 = 10}, EloScale::Logistic));
}

TEST(PostSprt, estimate_is_ordered_for_all_counts) {
    CountGrid grid;
    const auto check = [](const std::optional<PostSprt>& result) {
        if (result) {
            EXPECT_LE(result->ci95.lower, result->elo);
            EXPECT_LE(result->elo, result->ci95.upper);
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
