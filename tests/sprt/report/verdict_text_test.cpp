#include "sprt/report/verdict_text.hpp"

#include <gtest/gtest.h>

namespace sprt {
namespace {

SequentialTest test_of(double elo0, double elo1, Model model = Model::Pentanomial) {
    return {model, {.elo0 = elo0, .elo1 = elo1}};
}

TEST(VerdictText, verdict_names_both_hypotheses) {
    EXPECT_EQ(verdict_text(test_of(0, 10), Verdict::H1),
              "+10 Elo or more explains these games better than 0");
    EXPECT_EQ(verdict_text(test_of(0, 10), Verdict::H0),
              "0 Elo or less explains these games better than +10");
    EXPECT_EQ(verdict_text(test_of(-2.5, 2.5, Model::Normalized), Verdict::H1),
              "+2.5 nElo or more explains these games better than -2.5");
    EXPECT_EQ(verdict_text(test_of(-0.0, 5, Model::Bayeselo), Verdict::H0),
              "0 cutechess Elo or less explains these games better than +5");
    EXPECT_EQ(verdict_text(test_of(0, 5, Model::BayeseloTrue), Verdict::H1),
              "+5 BayesElo or more explains these games better than 0");
}

TEST(VerdictText, bounds_that_end_at_zero_are_about_a_regression) {
    EXPECT_EQ(verdict_text(test_of(-10, 0), Verdict::H1),
              "no regression: 0 Elo or more explains these games better than -10");
    EXPECT_EQ(verdict_text(test_of(-10, 0, Model::Trinomial), Verdict::H0),
              "a regression: -10 Elo or less explains these games better than 0");
    EXPECT_EQ(verdict_text(test_of(-100, -50), Verdict::H1),
              "-50 Elo or more explains these games better than -100");
}

TEST(VerdictText, wald_keeps_the_sentence_of_the_articles) {
    EXPECT_EQ(verdict_text(test_of(0, 50, Model::Wald), Verdict::H1),
              "agent 1 is likely better (Elo >= 50.0)");
    EXPECT_EQ(verdict_text(test_of(0, 50, Model::Wald), Verdict::H0),
              "agent 1 is likely not better (Elo <= 0.0)");
}

} // namespace
} // namespace sprt
