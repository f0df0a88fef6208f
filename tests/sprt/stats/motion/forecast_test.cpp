#include "sprt/stats/motion/brownian.hpp"
#include "sprt/stats/motion/forecast.hpp"
#include "sprt/stats/wald.hpp"
#include "tests/sprt/stats/count_grid.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace sprt {
namespace {

/// Source: a study that computed the integrals independently, to 1e-4 of the value.
struct ReferenceForecast {
    Ptnml pairs;
    Hypotheses test;
    double llr;
    double p_h1_plugin;
    double pairs_left_plugin;
    double p_h1;
    double pairs_left;
};

const ReferenceForecast kReferenceForecasts[] = {
    {{{3, 1, 40, 2, 6}},
     {0, 50, 0.05, 0.05},
     -0.1220524881528053,
     0.43674906880573755,
     77.14869157586132,
     0.46635466398196745,
     61.56885312980121},
    {{{30, 5, 400, 6, 35}},
     {0, 10, 0.05, 0.05},
     -0.2688126664866296,
     0.31693603064488707,
     1411.8247491953894,
     0.4275896482883928,
     1057.0863809965138},
    {{{40, 6, 400, 5, 33}},
     {0, 10, 0.05, 0.05},
     -2.613017282982514,
     4.827884097059085e-06,
     60.22591130255477,
     0.015689099533456357,
     129.58620728531776},
    {{{79, 32, 380, 40, 84}},
     {0, 5, 0.05, 0.05},
     0.2236845593010621,
     0.9643919332760853,
     6898.598189963345,
     0.583437101259057,
     7093.741986549669},
};

TEST(Forecast, forecasts_equal_reference_values) {
    for (const ReferenceForecast& row : kReferenceForecasts) {
        const auto result = forecast(row.llr, row.pairs, row.test, EloScale::Logistic);
        ASSERT_TRUE(result);
        EXPECT_NEAR(result->p_h1 / row.p_h1, 1, 1e-6);
        EXPECT_NEAR(result->units_left / row.pairs_left, 1, 1e-6);
        EXPECT_EQ(forecast_h1(row.llr, row.pairs, row.test, EloScale::Logistic), result->p_h1);
        EXPECT_LT(result->units_range.lower, result->units_left);
        EXPECT_GT(result->units_range.upper, result->units_left);

        const Moments seen = moments(weights(row.pairs));
        const auto motion =
            gsprt_motion(score_hypotheses(row.test, EloScale::Logistic, seen, 0), seen.variance);
        const Brownian plugin{.drift = motion->drift(seen.mean),
                              .variance = motion->variance,
                              .lower = bounds(row.test).lower - row.llr,
                              .upper = bounds(row.test).upper - row.llr};
        EXPECT_NEAR(upper_first(plugin) / row.p_h1_plugin, 1, 1e-9);
        EXPECT_NEAR(expected_time(plugin) / row.pairs_left_plugin, 1, 1e-9);
    }
}

TEST(Forecast, forecast_without_units_is_that_of_the_prior) {
    const Hypotheses test{.elo0 = 0, .elo1 = 10};
    for (const EloScale scale : {EloScale::Logistic, EloScale::Normalized}) {
        const auto pairs = forecast(0, Ptnml{}, test, scale);
        const auto games = forecast(0, Wld{}, test, scale);
        ASSERT_TRUE(pairs && games);
        EXPECT_NEAR(pairs->p_h1, 0.5, 1e-9);
        EXPECT_NEAR(games->p_h1, 0.5, 1e-9);
        // A pair without draws and bias is two games.
        EXPECT_NEAR(games->units_left / pairs->units_left, 2, 1e-9);
        EXPECT_GT(pairs->units_left, 1000);
        EXPECT_LT(pairs->units_left, 4000);
    }
    const auto wald = forecast(0, Wld{}, test, EloScale::Decisive);
    EXPECT_NEAR(wald->p_h1, 0.5, 0.01);
    EXPECT_NEAR(wald->units_left, forecast(0, Wld{}, test, EloScale::Logistic)->units_left, 5);
}

TEST(Forecast, forecast_is_finite_when_all_units_have_one_score) {
    const Hypotheses test{.elo0 = 0, .elo1 = 50};
    const auto drawn = forecast(-1.5, Ptnml{{0, 0, 10, 0, 0}}, test, EloScale::Logistic);
    ASSERT_TRUE(drawn);
    EXPECT_LT(drawn->p_h1, 0.2);
    EXPECT_GT(drawn->units_left, 1);
    EXPECT_LT(drawn->units_left, 100);
    const auto won =
        forecast(wald_llr({10, 0, 0}, wald_updates(test)), Wld{10, 0, 0}, test, EloScale::Decisive);
    ASSERT_TRUE(won);
    EXPECT_GT(won->p_h1, 0.8);
    EXPECT_GT(won->units_left, 1);
    EXPECT_LT(won->units_left, 200);
}

TEST(Forecast, few_units_of_nearly_one_score_are_not_taken_for_all_that_can_happen) {
    const Hypotheses test{.elo0 = 0, .elo1 = 50};
    const auto few = forecast_h1(-1.5, Ptnml{{0, 1, 7, 0, 0}}, test, EloScale::Logistic);
    EXPECT_GT(few.value(), 0.05) << "without imaginary pairs it is 1e-3";
    const Ptnml enough{{1, 2, 24, 2, 3}};
    EXPECT_NE(forecast_h1(0, Ptnml{{1, 2, 23, 2, 3}}, test, EloScale::Logistic),
              forecast_h1(0, enough, test, EloScale::Logistic));
}

TEST(Forecast, nothing_is_left_at_a_bound) {
    const Hypotheses test{.elo0 = 0, .elo1 = 50};
    const auto accepted = forecast(3, Wld{60, 40, 0}, test, EloScale::Logistic);
    EXPECT_EQ(accepted->p_h1, 1);
    EXPECT_EQ(accepted->units_left, 0);
    EXPECT_EQ(accepted->units_range, (Interval{0, 0}));
    EXPECT_EQ(forecast(-3, Wld{60, 40, 0}, test, EloScale::Logistic)->p_h1, 0);
    EXPECT_EQ(forecast_h1(3, Ptnml{{10, 0, 10, 0, 60}}, test, EloScale::Logistic), 1);
    EXPECT_EQ(forecast_h1(-3, Ptnml{{10, 0, 10, 0, 60}}, test, EloScale::Logistic), 0);
}

TEST(Forecast, forecast_of_mirrored_counts_is_mirrored) {
    const Hypotheses test{.elo0 = -10, .elo1 = 25, .alpha = 0.02, .beta = 0.1};
    const Hypotheses turned{.elo0 = -25, .elo1 = 10, .alpha = 0.1, .beta = 0.02};
    const auto result = forecast(0.7, Ptnml{{3, 1, 40, 2, 6}}, test, EloScale::Logistic);
    const auto mirrored = forecast(-0.7, Ptnml{{6, 2, 40, 1, 3}}, turned, EloScale::Logistic);
    EXPECT_NEAR(result->p_h1, 1 - mirrored->p_h1, 1e-3); // the width of the prior is taken upwards in Elo
    EXPECT_NEAR(result->units_left / mirrored->units_left, 1, 1e-3);
}

TEST(Forecast, forecast_is_undefined_with_equal_hypotheses_or_without_llr) {
    EXPECT_FALSE(forecast(0, Wld{5, 4, 3}, {.elo0 = 10, .elo1 = 10}, EloScale::Logistic));
    EXPECT_FALSE(forecast(NAN, Wld{5, 4, 3}, {}, EloScale::Logistic));
}

TEST(Forecast, forecast_is_finite_for_all_counts) {
    CountGrid grid;
    const auto check = [](const std::optional<Forecast>& result) {
        if (result) {
            EXPECT_GE(result->p_h1, 0);
            EXPECT_LE(result->p_h1, 1);
            EXPECT_GE(result->units_left, 0);
            EXPECT_TRUE(std::isfinite(result->units_left));
            EXPECT_GE(result->units_range.lower, 0);
            EXPECT_LE(result->units_range.lower, result->units_range.upper);
            EXPECT_TRUE(std::isfinite(result->units_range.upper));
        }
    };
    for (int i = 0; i < 100; ++i) {
        const Hypotheses test = grid.test();
        const Bounds limits = bounds(test);
        const double llr = limits.lower + (limits.upper - limits.lower) * (i + 0.5) / 100;
        for (const EloScale scale : {EloScale::Logistic, EloScale::Normalized}) {
            check(forecast(llr, grid.games(), test, scale));
            check(forecast(llr, grid.pairs(), test, scale));
        }
        check(forecast(llr, grid.games(), test, EloScale::Decisive));
    }
}

} // namespace
} // namespace sprt
