#include "sprt/report/calculation.hpp"
#include "tests/support/user_error_text.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <cmath>

namespace sprt {
namespace {

using nlohmann::json;
using referee::testing_support::user_error_text;
using ::testing::HasSubstr;

constexpr Hypotheses kArticleBounds{.elo0 = 0, .elo1 = 50, .alpha = 0.05, .beta = 0.05};

/// Source: simulated tests, as in tests/sprt/stats/motion/llr_motion_test.cpp.
TEST(PlanReport, plans_agree_with_simulated_tests) {
    const json plans = json::parse(plan_json({.hypotheses = kArticleBounds, .bias_elo = 300}))["plans"];
    const std::array<double, 3> games{146, 249, 149};
    const std::array<double, 3> p_h1{0.048, 0.502, 0.948};
    ASSERT_EQ(plans.size(), 3);
    for (std::size_t i = 0; i < 3; ++i) {
        EXPECT_EQ(plans[i]["true_elo"], 25.0 * static_cast<double>(i));
        EXPECT_NEAR(plans[i]["games"].get<double>() / games[i], 1, 0.031);
        EXPECT_NEAR(plans[i]["p_h1"], p_h1[i], 0.01);
        EXPECT_LT(plans[i]["games_median"], plans[i]["games"]);
        EXPECT_GT(plans[i]["games_q95"], plans[i]["games"]);
        EXPECT_TRUE(plans[i]["true_nelo"].is_null());
        EXPECT_TRUE(plans[i]["p_undecided"].is_null());
    }
}

TEST(PlanReport, truths_of_a_normalized_test_are_normalized_elo) {
    for (const double bias : {0.0, 300.0}) {
        for (const double draws : {0.0, 0.5}) {
            const auto truths = plan_truths({.hypotheses = {.elo0 = 0, .elo1 = 5},
                                             .model = Model::Normalized,
                                             .draws = draws,
                                             .bias_elo = bias});
            EXPECT_EQ(truths[1].true_nelo, 2.5);
            // T (347.4 / 5)^2 games whatever the openings and draws, and the stated error rates.
            EXPECT_NEAR(truths[0].plan->p_h1, 0.05, 0.003);
            EXPECT_NEAR(truths[2].plan->p_h1, 0.95, 0.003);
            EXPECT_NEAR(truths[1].plan->games / (8.67 * 347.4 * 347.4 / 25), 1, 0.02);
            EXPECT_NEAR(truths[2].plan->games / (5.30 * 347.4 * 347.4 / 25), 1, 0.02);
        }
    }
}

TEST(PlanReport, truths_of_wald_are_elo_of_the_score) {
    const auto truths =
        plan_truths({.hypotheses = {.elo0 = 20, .elo1 = 30}, .model = Model::Wald, .draws = 0.3});
    EXPECT_NEAR(truths[0].plan->p_h1, 0.897, 0.02) << "draws make of 20 Elo 28 Elo of decisive games";
}

/// Source: 4000 simulated tests each, `sprt simulate --model bayeselo-true --elo0 0 --elo1 50 --draws 0.5
/// --bias 300 --runs 4000 --seed 7 --true-elo` with the true Elo expected here. Of games with such openings
/// 26 % are draws.
TEST(PlanReport, draws_that_openings_take_away_do_not_count_for_bayeselo) {
    const auto truths = plan_truths(
        {.hypotheses = kArticleBounds, .model = Model::BayeseloTrue, .draws = 0.5, .bias_elo = 300});
    const std::array<double, 3> elo{0, 23.318, 46.417};
    const std::array<double, 3> games{241, 998, 243};
    for (std::size_t i = 0; i < 3; ++i) {
        EXPECT_NEAR(*truths[i].true_elo, elo[i], 0.001);
        EXPECT_NEAR(truths[i].plan->games / games[i], 1, i == 1 ? 0.07 : 0.04);
    }
}

TEST(PlanReport, limit_on_games_gives_the_share_of_undecided_runs) {
    PlanRequest request{.hypotheses = kArticleBounds, .max_games = 501};
    EXPECT_EQ(json::parse(plan_json(request))["max_games"], 500) << "a test of pairs ends with a whole one";
    const auto at_501 = plan_truths(request);
    EXPECT_GT(*at_501[1].p_undecided, *at_501[0].p_undecided);
    request.max_games = 1;
    EXPECT_EQ(plan_truths(request)[1].p_undecided, 1.0);
    request.max_games = 1'000'000;
    EXPECT_LT(*plan_truths(request)[1].p_undecided, 1e-6);
    request.model = Model::Trinomial;
    request.max_games = 501;
    EXPECT_EQ(json::parse(plan_json(request))["max_games"], 501);
}

TEST(PlanReport, undefined_is_null) {
    const std::string all_drawn =
        plan_json({.hypotheses = {.elo0 = 0, .elo1 = 5}, .model = Model::Normalized, .draws = 1});
    EXPECT_THAT(all_drawn, HasSubstr(R"({"true_elo":null,"true_nelo":0.0,"p_h1":null,"games":null,)"));
    EXPECT_THAT(plan_text({.hypotheses = kArticleBounds, .model = Model::Wald, .draws = 1}),
                HasSubstr("undefined   undefined"));
}

TEST(PlanReport, text_is_a_table) {
    EXPECT_EQ(plan_text({.hypotheses = kArticleBounds, .max_games = 500}),
              R"(Test: sprt, pentanomial, Elo [0, 50], alpha 0.05, beta 0.05
Play: 0.0 % draws between equals, openings that give one side 0 Elo

      true Elo     P(H1)       games half within 95 % within   undecided
          0.00     0.045         274         219         659      11.5 %
         25.00     0.504         457         347        1199      33.0 %
         50.00     0.955         268         215         646      10.9 %

P(H1): how often H1 is accepted. games: how many it takes on average.
undecided: how often there is no decision after 500 games.
)");
    EXPECT_THAT(plan_text({.hypotheses = kArticleBounds, .model = Model::Wald, .draws = 0.1}),
                HasSubstr("wald itself tests the Elo of decisive games.\n"));
    EXPECT_THAT(plan_text({.hypotheses = {.elo0 = 0, .elo1 = 5}, .model = Model::Normalized}),
                HasSubstr("     true nElo     P(H1)"));
}

TEST(PlanReport, values_out_of_range_name_the_flag) {
    const auto error = [](const PlanRequest& request) { return user_error_text([&] { validate(request); }); };
    EXPECT_EQ(error({.draws = 1.5}), "--draws: 1.5 is out of range; it must be a share from 0 to 1");
    EXPECT_THAT(error({.draws = -0.1}), HasSubstr("--draws: -0.1"));
    EXPECT_THAT(error({.draws = NAN}), HasSubstr("--draws: nan"));
    EXPECT_EQ(error({.bias_elo = 2001}), "--bias: 2001 is out of range; it must be from -2000 to 2000");
    EXPECT_THAT(error({.bias_elo = NAN}), HasSubstr("--bias: nan"));
    EXPECT_EQ(error({.max_games = 0}),
              "--max-games: 0 is out of range; it must be from 1 to 9007199254740992");
    EXPECT_NO_THROW(validate({.draws = 1, .bias_elo = -2000, .max_games = 1}));
}

} // namespace
} // namespace sprt
