#include "sprt/config/config.hpp"
#include "tests/support/user_error_text.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace sprt {
namespace {

using referee::testing_support::user_error_text;
using Keys = std::vector<std::string_view>;

TEST(TestValidation, valid_tests_have_no_problem) {
    for (const Hypotheses& test : {Hypotheses{}, Hypotheses{.elo0 = -5, .elo1 = 0},
                                   Hypotheses{.elo0 = -2000, .elo1 = 2000, .alpha = 1e-9, .beta = 0.49}}) {
        EXPECT_FALSE(problem_of(test));
    }
    EXPECT_FALSE(problem_of({.elo0 = 0, .elo1 = 1, .alpha = 0.9, .beta = 0.05}));
}

TEST(TestValidation, problem_names_the_settings_and_what_would_be_right) {
    const struct {
        Hypotheses test;
        Keys keys;
        const char* what;
    } rows[] = {
        {{.elo0 = NAN}, {"elo0"}, "nan is out of range; it must be from -2000 to 2000"},
        {{.elo1 = INFINITY}, {"elo1"}, "inf is out of range; it must be from -2000 to 2000"},
        {{.elo0 = -2000.5}, {"elo0"}, "-2000.5 is out of range; it must be from -2000 to 2000"},
        {{.elo0 = 10, .elo1 = 10}, {"elo0", "elo1"}, "elo0 (10) must be below elo1 (10)"},
        {{.alpha = 0}, {"alpha"}, "0 is out of range; it must be above 0 and below 1"},
        {{.beta = 1}, {"beta"}, "1 is out of range; it must be above 0 and below 1"},
        {{.alpha = NAN}, {"alpha"}, "nan is out of range; it must be above 0 and below 1"},
        {{.alpha = 0.5, .beta = 0.5},
         {"alpha", "beta"},
         "alpha (0.5) and beta (0.5) must be below 1 together"},
    };
    for (const auto& row : rows) {
        const auto problem = problem_of(row.test);
        ASSERT_TRUE(problem) << row.what;
        EXPECT_EQ(problem->what, row.what);
        EXPECT_EQ(problem->keys, row.keys);
    }
}

TEST(TestValidation, models_are_read_by_name) {
    for (const Model model : kModels) {
        EXPECT_EQ(read_model(name(model), "--model"), model);
    }
    EXPECT_EQ(user_error_text([] { static_cast<void>(read_model("Wald", "--model")); }),
              "--model: 'Wald' must be pentanomial, normalized, trinomial, wald, bayeselo or "
              "bayeselo-true; did you mean wald?");
}

TEST(AgentValidation, texts_that_run_json_cannot_keep_are_named) {
    const auto problem_of_it = [](const std::string& text) {
        return problem_of(referee::parse_agent(text), referee::PlaySettings()).value_or("");
    };
    EXPECT_EQ(problem_of_it("bot caf\xC3\xA9"), "");
    EXPECT_EQ(problem_of_it("bot a caf\xE9"),
              "its argument 'caf\xEF\xBF\xBD' is not UTF-8: run.json cannot keep it; give it in UTF-8");
    EXPECT_EQ(problem_of_it("dir=\xFF bot"),
              "its dir '\xEF\xBF\xBD' is not UTF-8: run.json cannot keep it; give it in UTF-8");
    AgentConfig agent = referee::parse_agent("bot");
    agent.env["KEY"] = "secret\xFF";
    EXPECT_EQ(problem_of(agent, {}), "its env KEY is not UTF-8: run.json cannot keep it; give it in UTF-8");
}

} // namespace
} // namespace sprt
