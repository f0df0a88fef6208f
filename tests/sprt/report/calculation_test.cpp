#include "sprt/report/calculation.hpp"
#include "tests/sprt/stats/count_grid.hpp"
#include "tests/support/user_error_text.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <string>
#include <vector>

namespace sprt {
namespace {

using referee::testing_support::user_error_text;
using ::testing::AllOf;
using ::testing::HasSubstr;

Counts read_wld(const std::string& text) {
    return read_counts(Model::Wald, text, {});
}

Counts read_ptnml(const std::string& text) {
    return read_counts(Model::Pentanomial, {}, text);
}

TEST(ReadCounts, counts_are_three_or_five_whole_numbers) {
    EXPECT_EQ(read_wld("1,22,333"), Counts(Wld{1, 22, 333}));
    EXPECT_EQ(read_ptnml("1,22,333,0,1000000000"), Counts(Ptnml{{1, 22, 333, 0, 1000000000}}));
    for (const char* wrong : {"", "1", "1,2", "1,2,", "1,2,3,4", "a,b,c", "-1,2,3", "1, 2,3", "1,2,3 ",
                              "1.5,2,3", "1000000001,0,0", "99999999999999999999,0,0", "1,2,3,4,5,6"}) {
        EXPECT_THAT(user_error_text([&] { static_cast<void>(read_wld(wrong)); }),
                    AllOf(HasSubstr("--wld"), HasSubstr(wrong), HasSubstr("W,L,D: three"),
                          HasSubstr("from 0 to 1000000000")))
            << wrong;
        EXPECT_THAT(user_error_text([&] { static_cast<void>(read_ptnml(wrong)); }),
                    AllOf(HasSubstr("--ptnml"), HasSubstr(wrong), HasSubstr("LL,LD,DD,DW,WW: five")))
            << wrong;
    }
}

TEST(FittingModel, pairs_are_for_pentanomial_and_games_for_trinomial) {
    EXPECT_EQ(fitting_model({}, "1,2,3,4,5"), Model::Pentanomial);
    EXPECT_EQ(fitting_model("1,2,3", {}), Model::Trinomial);
    EXPECT_EQ(user_error_text([] { static_cast<void>(fitting_model({}, {})); }),
              "the counts are missing: give --wld W,L,D or --ptnml LL,LD,DD,DW,WW");
    EXPECT_THAT(user_error_text([] { static_cast<void>(fitting_model("1,2,3", "1,2,3,4,5")); }),
                HasSubstr("cannot be given together"));
}

TEST(ReadCounts, model_says_which_counts_are_taken) {
    const std::string wld = "1,2,3";
    const std::string ptnml = "1,2,3,4,5";
    EXPECT_EQ(read_counts(Model::Pentanomial, {}, ptnml), Counts(Ptnml{{1, 2, 3, 4, 5}}));
    EXPECT_EQ(read_counts(Model::Normalized, {}, ptnml), Counts(Ptnml{{1, 2, 3, 4, 5}}));
    for (const Model model :
         {Model::Normalized, Model::Trinomial, Model::Wald, Model::Bayeselo, Model::BayeseloTrue}) {
        EXPECT_EQ(read_counts(model, wld, {}), Counts(Wld{1, 2, 3}));
    }
    EXPECT_EQ(user_error_text([&] { static_cast<void>(read_counts(Model::Pentanomial, wld, {})); }),
              "--wld counts games, but pentanomial needs pairs of games: --model pentanomial takes --ptnml "
              "LL,LD,DD,DW,WW");
    for (const Model model : {Model::Trinomial, Model::Wald, Model::Bayeselo, Model::BayeseloTrue}) {
        EXPECT_THAT(user_error_text([&] { static_cast<void>(read_counts(model, {}, ptnml)); }),
                    AllOf(HasSubstr("--ptnml counts pairs"), HasSubstr("takes --wld W,L,D")));
    }
    for (const Model model : kModels) {
        EXPECT_THAT(user_error_text([&] { static_cast<void>(read_counts(model, wld, ptnml)); }),
                    HasSubstr("--wld and --ptnml cannot be given together"));
        EXPECT_THAT(user_error_text([&] { static_cast<void>(read_counts(model, {}, {})); }),
                    HasSubstr("the counts are missing"));
    }
}

} // namespace

namespace {

using nlohmann::json;
using ::testing::AllOf;
using ::testing::HasSubstr;

constexpr Hypotheses kArticle{.elo0 = 0, .elo1 = 50, .alpha = 0.05, .beta = 0.05};

SequentialTest wald(const Hypotheses& hypotheses = kArticle) {
    return {Model::Wald, hypotheses};
}

TEST(Calculation, json_of_the_run_in_the_article) {
    const json result = json::parse(calculation_json(wald(), Wld{143, 143, 0}));
    EXPECT_EQ(result["model"], "wald");
    EXPECT_EQ(result["test"], "sprt");
    EXPECT_NEAR(result["llr"], -2.951440506384565, 1e-9);
    EXPECT_NEAR(result["lower"], -2.9444389791664403, 1e-12);
    EXPECT_NEAR(result["upper"], 2.9444389791664403, 1e-12);
    EXPECT_EQ(result["verdict"], "H0");
    EXPECT_EQ(result["score"], 0.5);
    EXPECT_EQ(result["elo"], 0.0);
    EXPECT_NEAR(result["elo_ci95"][0], -40.44782918287488, 1e-6);
    EXPECT_EQ(result["los"], 0.5);
    EXPECT_EQ(result["p_h1"], 0.0);
    EXPECT_EQ(result["games_left"], 0.0);
    EXPECT_TRUE(result["pairs_ratio"].is_null());
    EXPECT_GT(result["post_sprt"]["elo"], 5);
}

TEST(Calculation, keys_are_in_their_order) {
    const auto result = nlohmann::ordered_json::parse(calculation_json(wald(), Wld{143, 143, 0}));
    std::vector<std::string> keys;
    for (const auto& [key, value] : result.items()) {
        keys.push_back(key);
    }
    EXPECT_EQ(keys, (std::vector<std::string>{"model", "test", "llr", "lower", "upper", "verdict", "score",
                                              "elo", "elo_ci95", "nelo", "los", "anytime_ci95", "p_h1",
                                              "games_left", "games_left_range80", "nelo_ci95", "draw_ratio",
                                              "pairs_ratio", "post_sprt"}));
}

TEST(Calculation, undefined_and_infinite_numbers_are_null_in_json) {
    const std::string one_sided = calculation_json(wald(), Wld{22, 0, 0});
    EXPECT_THAT(one_sided, AllOf(HasSubstr("\"elo\":null"), HasSubstr("\"elo_ci95\":[295.44"),
                                 HasSubstr(",null],\"nelo\":null"), HasSubstr("\"los\":0.9999998"),
                                 HasSubstr("\"verdict\":\"continue\"")));
    const std::string none = calculation_json(wald(), Wld{});
    EXPECT_THAT(none,
                AllOf(HasSubstr("\"llr\":0.0"), HasSubstr("\"score\":null"), HasSubstr("\"los\":null"),
                      HasSubstr("\"elo_ci95\":[null,null]"), HasSubstr("\"anytime_ci95\":[null,null]")));
    EXPECT_THAT(calculation_json(wald(), Wld{0, 0, 5}), ::testing::Not(HasSubstr("-0.0")));
}

TEST(Calculation, games_left_of_a_test_of_pairs_are_games) {
    const Counts pairs = Ptnml{{3, 1, 40, 2, 6}};
    const SequentialTest test(Model::Pentanomial, kArticle);
    const Calculation result = calculate(test, pairs);
    const json printed = json::parse(calculation_json(test, pairs));
    EXPECT_NEAR(result.forecast->units_left, 2 * 66.590248648, 0.02);
    EXPECT_NEAR(printed["games_left"], result.forecast->units_left, 1e-9);
    EXPECT_NEAR(printed["games_left_range80"][1], result.forecast->units_range.upper, 1e-9);
    EXPECT_NEAR(printed["p_h1"], 0.47794902373, 1e-5);
}

TEST(Calculation, forecast_of_a_decided_test_is_certain) {
    const SequentialTest test(Model::Pentanomial, {.elo0 = 0, .elo1 = 10});
    const json decided = json::parse(calculation_json(test, Ptnml{{60, 15, 800, 22, 195}}));
    EXPECT_EQ(decided["verdict"], "H1");
    EXPECT_EQ(decided["p_h1"], 1.0);
    EXPECT_EQ(decided["games_left"], 0.0);
    EXPECT_FALSE(decided["post_sprt"].is_null());
}

TEST(Calculation, output_has_neither_nan_nor_minus_zero_for_all_counts) {
    CountGrid grid;
    for (int i = 0; i < 60; ++i) {
        const Hypotheses hypotheses = grid.test();
        for (const Model model : kModels) {
            const SequentialTest test(model, hypotheses);
            const Counts counts = model == Model::Pentanomial || (model == Model::Normalized && i % 2 == 0)
                                      ? Counts(grid.pairs())
                                      : Counts(grid.games());
            const std::string line = calculation_json(test, counts);
            EXPECT_TRUE(json::accept(line)) << line;
            EXPECT_EQ(line.find("-0.0,"), std::string::npos) << line;
            EXPECT_EQ(line.find("-0.0]"), std::string::npos) << line;
            const std::string text = calculation_text(test, counts);
            EXPECT_EQ(text.find("nan"), std::string::npos) << text;
        }
    }
}

TEST(Calculation, text_of_the_run_in_the_article) {
    EXPECT_EQ(calculation_text(wald(), Wld{143, 143, 0}),
              R"(Games: 286, WLD: 143/143/0
Test: sprt, wald, Elo of decisive games [0, 50], alpha 0.05, beta 0.05
LLR: -2.951 [-2.944, 2.944]
Verdict: H0

                            estimate   95 % interval
Score                       0.5000
Elo, fixed number of games  0.0        [-40.4, 40.4]
Elo, at any time                       [-68.9, 68.9]
Elo, after the verdict      8.1        [-34.4, 53.6]
Normalized Elo              0.0        [-40.3, 40.3]
Likelihood of superiority   0.5000
Draws                       0.0 %

Trust the interval after the verdict if the games ended when the test did; otherwise the one at any time.
)");
}

TEST(Calculation, text_of_a_running_test_of_pairs) {
    EXPECT_EQ(calculation_text({Model::Pentanomial, {}}, Ptnml{{30, 5, 400, 6, 35}}),
              R"(Games: 952, pairs: 476, LL/LD/DD/DW/WW: 30/5/400/6/35
Test: sprt, pentanomial, Elo [0, 10], alpha 0.05, beta 0.05
LLR: -0.269 [-2.944, 2.944]
Verdict: continue

                            estimate   95 % interval
Score                       0.5058
Elo, fixed number of games  4.0        [-8.5, 16.6]
Elo, at any time                       [-16.7, 24.9]
Normalized Elo              7.5        [-15.8, 30.6]
Likelihood of superiority   0.7463
Pairs with 1 point          84.0 %
Pairs won / lost            1.171
P(H1)                       0.447
Games left                  712 to 5630 (8 of 10 times), median 2032

Trust the interval at any time: it holds however often one looks.
)");
}

TEST(Calculation, text_says_infinity_and_undefined) {
    EXPECT_THAT(calculation_text(wald(), Wld{22, 0, 0}),
                AllOf(HasSubstr("Elo, fixed number of games  +inf       [295.4, +inf]\n"),
                      HasSubstr(", +inf]\n"), HasSubstr("Likelihood of superiority   1.0000\n")));
    EXPECT_THAT(calculation_text(wald(), Wld{}), HasSubstr("\nNo games: nothing is known yet.\n"));
}

TEST(Calculation, text_has_the_elo_of_decisive_games_when_wald_has_draws) {
    EXPECT_THAT(calculation_text(wald(), Wld{30, 20, 50}), HasSubstr("\nElo of decisive games       70.4 "));
    EXPECT_EQ(calculation_text(wald(), Wld{30, 20, 0}).find("\nElo of decisive games"), std::string::npos);
}

} // namespace
} // namespace sprt
