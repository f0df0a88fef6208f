#include "sprt/config/test_validation.hpp"
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
        for (const TestKind kind : kTestKinds) {
            EXPECT_FALSE(problem_of(test, kind));
        }
    }
    EXPECT_FALSE(problem_of({.elo0 = 0, .elo1 = 1, .alpha = 0.9, .beta = 0.05}, TestKind::Sprt));
}

TEST(TestValidation, problem_names_the_settings_and_what_would_be_right) {
    const struct {
        Hypotheses test;
        TestKind kind;
        Keys keys;
        const char* what;
    } rows[] = {
        {{.elo0 = NAN}, TestKind::Sprt, {"elo0"}, "nan is out of range; it must be from -2000 to 2000"},
        {{.elo1 = INFINITY}, TestKind::Sprt, {"elo1"}, "inf is out of range; it must be from -2000 to 2000"},
        {{.elo0 = -2000.5},
         TestKind::Sprt,
         {"elo0"},
         "-2000.5 is out of range; it must be from -2000 to 2000"},
        {{.elo0 = 10, .elo1 = 10}, TestKind::Sprt, {"elo0", "elo1"}, "elo0 (10) must be below elo1 (10)"},
        {{.alpha = 0}, TestKind::Sprt, {"alpha"}, "0 is out of range; it must be above 0 and below 1"},
        {{.beta = 1}, TestKind::Sprt, {"beta"}, "1 is out of range; it must be above 0 and below 1"},
        {{.alpha = NAN}, TestKind::Sprt, {"alpha"}, "nan is out of range; it must be above 0 and below 1"},
        {{.alpha = 0.5, .beta = 0.5},
         TestKind::Sprt,
         {"alpha", "beta"},
         "alpha (0.5) and beta (0.5) must be below 1 together"},
        {{.alpha = 0.5}, TestKind::TwoSprt, {"alpha"}, "0.5 is out of range; a 2sprt needs it below 0.5"},
        {{.beta = 0.6}, TestKind::TwoSprt, {"beta"}, "0.6 is out of range; a 2sprt needs it below 0.5"},
    };
    for (const auto& row : rows) {
        const auto problem = problem_of(row.test, row.kind);
        ASSERT_TRUE(problem) << row.what;
        EXPECT_EQ(problem->what, row.what);
        EXPECT_EQ(problem->keys, row.keys);
    }
}

TEST(TestValidation, models_and_kinds_of_test_are_read_by_name) {
    for (const Model model : kModels) {
        EXPECT_EQ(read_model(name(model), "--model"), model);
    }
    for (const TestKind kind : kTestKinds) {
        EXPECT_EQ(read_test_kind(name(kind), "--test"), kind);
    }
    EXPECT_EQ(user_error_text([] { static_cast<void>(read_model("Wald", "--model")); }),
              "--model: 'Wald' must be pentanomial, normalized, trinomial, wald, bayeselo or "
              "bayeselo-true; did you mean wald?");
    EXPECT_EQ(user_error_text([] { static_cast<void>(read_test_kind("\x1b", "c.json: /test")); }),
              "c.json: /test: '\\x1b' must be sprt or 2sprt");
}

} // namespace
} // namespace sprt
