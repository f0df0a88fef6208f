#include "sprt/stats/motion/llr_motion.hpp"
#include "tests/sprt/stats/count_grid.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstdint>
#include <string>
#include <utility>

namespace sprt {
namespace {

constexpr Hypotheses kNarrow{.elo0 = 0, .elo1 = 10};
constexpr Hypotheses kWide{.elo0 = 0, .elo1 = 50};

SequentialTest test_of(Model model, const Hypotheses& hypotheses) {
    return {model, hypotheses};
}

Forecast forecast_of(Model model, const Hypotheses& hypotheses, const Counts& counts) {
    return forecast(test_of(model, hypotheses), counts).value();
}

/// Counts of pairs, or as many games, by rising score.
Counts counts_of(Model model, const std::array<std::uint64_t, 3>& by_score) {
    if (is_pairwise(model)) {
        return Ptnml{{by_score[0], 0, by_score[1], 0, by_score[2]}};
    }
    return Wld{.wins = by_score[2], .losses = by_score[0], .draws = by_score[1]};
}

/// `plugin`: of Brownian motion with the score so far for the truth. Source of those: a study that computed
/// them independently, to 1e-4 of the value. Source of the others: a program of its own in Python (4800
/// truths, the ratios' derivatives by formula, times by all images or by 200 terms of the series).
struct ReferenceForecast {
    Ptnml pairs;
    Hypotheses test;
    double llr;
    double p_h1_plugin;
    double pairs_left_plugin;
    double p_h1;
    double pairs_left;
    Interval pairs_range; ///< not in whole pairs
};

const ReferenceForecast kReferenceForecasts[] = {
    {{{3, 1, 40, 2, 6}},
     kWide,
     -0.1220524881528053,
     0.43674906880573755,
     77.14869157586132,
     0.47794902373,
     66.590248648,
     {24.198451292, 183.933495616}},
    {{{30, 5, 400, 6, 35}},
     kNarrow,
     -0.2688126664866296,
     0.31693603064488707,
     1411.8247491953894,
     0.44650278696,
     1015.869354389,
     {356.120588337, 2814.636961215}},
    {{{40, 6, 400, 5, 33}},
     kNarrow,
     -2.613017282982514,
     4.827884097059085e-06,
     60.22591130255477,
     0.04090633268,
     45.962233824,
     {9.311328068, 709.018497831}},
    {{{79, 32, 380, 40, 84}},
     {0, 5, 0.05, 0.05},
     0.2236845593010621,
     0.9643919332760853,
     6898.598189963345,
     0.55351496677,
     7620.789503287,
     {2469.917605534, 21779.197863644}},
    {{{4, 0, 23, 0, 37}},
     kNarrow,
     1.4507574244778865,
     1.0,
     38.811177794539524,
     0.99999953261,
     67.086854728,
     {56.606226886, 85.375933432}},
    {{{1, 0, 1, 0, 6}},
     kWide,
     0.7335974846407758,
     0.99999999999957608,
     13.535702809076367,
     0.88800482710,
     32.575233542,
     {17.963820551, 265.065282543}},
};

TEST(Forecast, forecasts_equal_reference_values) {
    for (const ReferenceForecast& row : kReferenceForecasts) {
        const SequentialTest test = test_of(Model::Pentanomial, row.test);
        const Forecast result = forecast(test, row.pairs).value();
        EXPECT_NEAR(test.llr(row.pairs), row.llr, 1e-10);
        EXPECT_NEAR(result.p_h1 / row.p_h1, 1, 1e-5);
        EXPECT_NEAR(result.units_left / row.pairs_left, 1, 2e-4);
        EXPECT_NEAR(result.units_range.lower, row.pairs_range.lower, 1 + 2e-4 * row.pairs_range.lower);
        EXPECT_NEAR(result.units_range.upper, row.pairs_range.upper, 1 + 2e-4 * row.pairs_range.upper);
    }
}

/// Counts without variance: all units have one score. Source: a program of its own in Python, as above, of
/// which the first row of kReferenceForecasts comes out too. Where all was won the two differ by up to 1 %.
TEST(Forecast, forecasts_of_units_with_one_score_equal_reference_values) {
    const struct {
        Model model;
        Counts counts;
        Hypotheses test;
        double llr;
        double p_h1;
        double units_left;
        Interval units_range; ///< not in whole units
    } rows[] = {
        {Model::Pentanomial,
         Ptnml{{0, 0, 10, 0, 0}},
         kWide,
         -1.534915898589417,
         0.310223276,
         28.964173245,
         {7.273745855, 107.638206979}},
        {Model::Pentanomial,
         Ptnml{{0, 0, 40, 0, 0}},
         kNarrow,
         -1.1603034337000624,
         0.390322731,
         246.911267402,
         {65.122516547, 769.721038119}},
        {Model::Pentanomial,
         Ptnml{{0, 6, 0, 0, 0}},
         kWide,
         -0.9255987641546183,
         0.066415995,
         16.979764462,
         {13.028298127, 115.089821074}},
        {Model::Pentanomial,
         Ptnml{{0, 0, 0, 0, 5}},
         kWide,
         0.6682054865442846,
         0.962400344,
         17.900581828,
         {17.344491123, 72.958872512}},
        {Model::Trinomial,
         Wld{.wins = 0, .losses = 0, .draws = 8},
         kWide,
         -1.2266553689484923,
         0.381977908,
         53.980765648,
         {14.465988244, 185.807298455}},
        {Model::Trinomial,
         Wld{.wins = 4, .losses = 0, .draws = 0},
         {.elo0 = -10, .elo1 = 40},
         0.5508392777801158,
         0.931837670,
         22.418783649,
         {17.730510927, 164.009671530}},
    };
    for (const auto& row : rows) {
        const SequentialTest test = test_of(row.model, row.test);
        SCOPED_TRACE(row.p_h1);
        const Forecast said = forecast(test, row.counts).value();
        EXPECT_NEAR(test.llr(row.counts), row.llr, 1e-9);
        EXPECT_NEAR(said.p_h1 / row.p_h1, 1, 2e-3);
        EXPECT_NEAR(said.units_left / row.units_left, 1, 1.2e-2);
        EXPECT_NEAR(said.units_range.lower, row.units_range.lower, 1);
        EXPECT_NEAR(said.units_range.upper, row.units_range.upper, 1 + 1.5e-2 * row.units_range.upper);
    }
}

TEST(Forecast, motion_with_the_score_so_far_equals_reference_values) {
    for (const ReferenceForecast& row : kReferenceForecasts) {
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

/// How many units with the result `outcome`, by rising score, the test still takes.
double left_if_all_are(const SequentialTest& test, std::array<std::uint64_t, 3> counts, std::size_t outcome) {
    double left = 0;
    while (test.evaluate(counts_of(test.model(), counts)).verdict == Verdict::Continue) {
        ++counts[outcome];
        ++left;
    }
    return left;
}

TEST(Forecast, units_that_all_won_or_lost_are_followed_by_as_many_as_more_of_them_take) {
    for (const Model model : kModels) {
        for (const Hypotheses& bounds : {kNarrow, kWide}) {
            for (const std::uint64_t units : std::array<std::uint64_t, 3>{10, 20, 50}) {
                for (const std::size_t outcome : std::array<std::size_t, 2>{0, 2}) {
                    const SequentialTest test = test_of(model, bounds);
                    std::array<std::uint64_t, 3> counts{};
                    counts[outcome] = units;
                    const double left = left_if_all_are(test, counts, outcome);
                    if (left == 0) {
                        continue;
                    }
                    SCOPED_TRACE(std::string(name(model)) + " " + std::to_string(units));
                    const Forecast said = forecast(test, counts_of(model, counts)).value();
                    EXPECT_NEAR(said.p_h1, outcome == 2 ? 1 : 0, 0.02);
                    // Without a draw and without a win or a loss BayesElo has a draw Elo of 60. The first
                    // unit of another outcome makes it 0: then a unit adds what it adds to the trinomial
                    // ratio.
                    const double soonest =
                        model == Model::BayeseloTrue
                            ? left_if_all_are(test_of(Model::Trinomial, bounds), counts, outcome)
                            : left;
                    EXPECT_GE(said.units_range.lower, soonest - 1) << "the llr cannot get there sooner";
                    EXPECT_LE(said.units_range.lower, left + 1);
                    EXPECT_LE(said.units_left, 1.35 * left + 1);
                }
            }
        }
    }
    const Forecast won = forecast_of(Model::Pentanomial, kNarrow, Ptnml{{0, 0, 0, 0, 50}});
    EXPECT_NEAR(2 * won.units_left, 108, 2) << "the small-difference limit says 5";
}

/// How many units more the test takes when outcomes have these shares, without chance.
double left_of_shares(const SequentialTest& test, const std::array<std::uint64_t, 3>& shares, double seen) {
    double units = 0;
    Verdict verdict = Verdict::Continue;
    while (verdict == Verdict::Continue) {
        units += 1;
        std::array<std::uint64_t, 3> counts{};
        for (std::size_t i = 0; i < counts.size(); ++i) {
            counts[i] =
                static_cast<std::uint64_t>(std::llround(units * static_cast<double>(shares[i]) / 100));
        }
        verdict = test.evaluate(counts_of(test.model(), counts)).verdict;
    }
    return units - seen;
}

TEST(Forecast, thirty_pairs_outweigh_the_prior) {
    for (const Model model : kModels) {
        for (const double elo1 : {1.0, 10.0}) {
            const std::uint64_t units = is_pairwise(model) ? 30 : 60;
            for (const bool is_stronger : {false, true}) { // by 240 Elo
                std::array<std::uint64_t, 3> shares{10, 20, 70};
                if (!is_stronger) {
                    std::swap(shares[0], shares[2]);
                }
                std::array<std::uint64_t, 3> counts{};
                for (std::size_t i = 0; i < counts.size(); ++i) {
                    counts[i] = units * shares[i] / 100;
                }
                SCOPED_TRACE(std::string(name(model)) + " " + std::to_string(elo1));
                const SequentialTest test = test_of(model, {.elo0 = 0, .elo1 = elo1});
                const double left = left_of_shares(test, shares, static_cast<double>(units));
                const Forecast said = forecast(test, counts_of(model, counts)).value();
                EXPECT_NEAR(said.p_h1, is_stronger ? 1 : 0, 0.05);
                EXPECT_GT(said.units_left, left / 1.5);
                EXPECT_LT(said.units_left, left * 1.5);
                EXPECT_LT(said.units_range.lower, left);
                EXPECT_GT(said.units_range.upper, left);
            }
        }
    }
}

TEST(Forecast, forecast_without_units_is_that_of_the_prior) {
    for (const Model model : kModels) {
        const Forecast said = forecast_of(model, kNarrow, counts_of(model, {0, 0, 0}));
        EXPECT_NEAR(said.p_h1, 0.5, 0.01);
        EXPECT_LT(said.units_range.lower, 110) << "it may be decided as soon as can be";
        EXPECT_GT(said.units_range.upper, 1000);
    }
    const auto wald = forecast_of(Model::Wald, kNarrow, Wld{});
    EXPECT_NEAR(wald.units_left / forecast_of(Model::Trinomial, kNarrow, Wld{}).units_left, 1, 0.01);
}

TEST(Forecast, units_of_one_score_are_not_taken_for_all_that_can_happen) {
    const auto drawn = forecast_of(Model::Pentanomial, kWide, Ptnml{{0, 0, 10, 0, 0}});
    EXPECT_LT(drawn.p_h1, 0.5);
    EXPECT_GT(drawn.p_h1, 0.05);
    EXPECT_GT(drawn.units_left, 1);
    EXPECT_LT(drawn.units_left, 1000);
    EXPECT_GT(forecast_of(Model::Pentanomial, kWide, Ptnml{{0, 1, 7, 0, 0}}).p_h1, 0.05);
    const auto games = forecast_of(Model::Bayeselo, kWide, Wld{.wins = 0, .losses = 0, .draws = 8});
    EXPECT_GT(games.p_h1, 0.05);
    EXPECT_LT(games.p_h1, 0.5) << "draws alone accept H0";
}

TEST(Forecast, range_begins_at_once_close_to_a_bound) {
    const SequentialTest test = test_of(Model::Wald, kWide);
    const auto upper = forecast(test, Wld{.wins = 77, .losses = 48, .draws = 0}).value();
    ASSERT_EQ(test.evaluate(Wld{.wins = 78, .losses = 48, .draws = 0}).verdict, Verdict::H1);
    EXPECT_EQ(upper.units_range.lower, 1);
    EXPECT_GT(upper.p_h1, 0.9);
    EXPECT_LT(upper.p_h1, 1);
}

TEST(Forecast, nothing_is_left_at_a_bound) {
    const auto accepted = forecast_of(Model::Trinomial, kWide, Wld{.wins = 200, .losses = 100, .draws = 0});
    EXPECT_EQ(accepted.p_h1, 1);
    EXPECT_EQ(accepted.units_left, 0);
    EXPECT_EQ(accepted.units_range, (Interval{0, 0}));
    const auto rejected = forecast_of(Model::Pentanomial, kWide, Ptnml{{60, 0, 10, 0, 10}});
    EXPECT_EQ(rejected.p_h1, 0);
    EXPECT_EQ(rejected.units_left, 0);
}

TEST(Forecast, forecast_of_mirrored_counts_is_mirrored) {
    const Hypotheses test{.elo0 = -10, .elo1 = 25, .alpha = 0.02, .beta = 0.1};
    const Hypotheses turned{.elo0 = -25, .elo1 = 10, .alpha = 0.1, .beta = 0.02};
    const auto mirror = [&](Model model, const Counts& counts, const Counts& turned_counts) {
        const Forecast result = forecast_of(model, test, counts);
        const Forecast mirrored = forecast_of(model, turned, turned_counts);
        EXPECT_NEAR(result.p_h1, 1 - mirrored.p_h1, 1e-4);
        EXPECT_NEAR(result.units_left / mirrored.units_left, 1, 2e-3);
    };
    mirror(Model::Pentanomial, Ptnml{{3, 1, 40, 2, 6}}, Ptnml{{6, 2, 40, 1, 3}});
    mirror(Model::Normalized, Ptnml{{3, 1, 40, 2, 6}}, Ptnml{{6, 2, 40, 1, 3}});
    for (const Model model : {Model::Trinomial, Model::Wald, Model::Bayeselo}) {
        mirror(model, Wld{.wins = 30, .losses = 20, .draws = 9}, Wld{.wins = 20, .losses = 30, .draws = 9});
    }
}

TEST(Forecast, forecast_is_undefined_with_equal_hypotheses) {
    EXPECT_FALSE(forecast(test_of(Model::Trinomial, {.elo0 = 10, .elo1 = 10}), Wld{5, 4, 3}));
}

TEST(Forecast, forecast_is_finite_for_all_counts) {
    CountGrid grid;
    const auto check = [](const SequentialTest& test, const Counts& counts) {
        if (const std::optional<Forecast> result = forecast(test, counts)) {
            EXPECT_GE(result->p_h1, 0);
            EXPECT_LE(result->p_h1, 1);
            EXPECT_GE(result->units_range.lower, 0);
            EXPECT_LE(result->units_range.lower, result->units_left);
            EXPECT_LE(result->units_left, result->units_range.upper);
            EXPECT_TRUE(std::isfinite(result->units_range.upper));
        }
    };
    for (int i = 0; i < 60; ++i) {
        const Hypotheses hypotheses = grid.test();
        const Wld games = grid.games();
        const Ptnml pairs = grid.pairs();
        for (const Model model : kModels) {
            for (const Hypotheses& bounds : {hypotheses, Hypotheses{.elo0 = 0, .elo1 = 0.01}}) {
                check(test_of(model, bounds), is_pairwise(model) ? Counts(pairs) : Counts(games));
            }
        }
    }
}

} // namespace
} // namespace sprt
