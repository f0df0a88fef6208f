#include "sprt/stats/counts.hpp"

#include <gtest/gtest.h>

namespace sprt {

namespace {

TEST(Outcomes, fractions_are_ordered_by_score) {
    const Outcomes<3> games = outcomes(Wld{.wins = 5, .losses = 2, .draws = 3});
    EXPECT_EQ(games.total, 10);
    EXPECT_EQ(games.fractions, (std::array{0.2, 0.3, 0.5}));
    const Outcomes<5> pairs = outcomes(Ptnml{{1, 2, 3, 4, 10}});
    EXPECT_EQ(pairs.total, 20);
    EXPECT_EQ(pairs.fractions, (std::array{0.05, 0.1, 0.15, 0.2, 0.5}));
    EXPECT_EQ(score_of_outcome<3>(1), 0.5);
    EXPECT_EQ(score_of_outcome<5>(3), 0.75);
}

TEST(Outcomes, only_counts_of_0_are_replaced) {
    const Outcomes<3> games = outcomes(Wld{.wins = 9, .losses = 0, .draws = 1});
    EXPECT_DOUBLE_EQ(games.total, 10.001);
    EXPECT_DOUBLE_EQ(games.fractions[0], 1e-3 / 10.001);
    EXPECT_DOUBLE_EQ(games.fractions[2], 9 / 10.001);
}

TEST(Outcomes, total_without_data_is_0) {
    EXPECT_EQ(outcomes(Wld{}).total, 0);
    EXPECT_EQ(outcomes(Ptnml{}).total, 0);
}

} // namespace

namespace {

TEST(ChiSquare, tail_equals_the_printed_critical_values) {
    // NIST/SEMATECH e-Handbook of Statistical Methods, 1.3.6.7.4, upper tail; printed to three decimals.
    const struct {
        int df;
        double at_5_percent;
        double at_1_permille;
    } kRows[] = {{1, 3.841, 10.828}, {2, 5.991, 13.816}, {3, 7.815, 16.266}, {4, 9.488, 18.467}};
    for (const auto& [df, at_5_percent, at_1_permille] : kRows) {
        EXPECT_NEAR(chi_square_tail(at_5_percent, df), 0.05, 2e-5) << df;
        EXPECT_NEAR(chi_square_tail(at_1_permille, df), 0.001, 1e-6) << df;
        EXPECT_EQ(chi_square_tail(0, df), 1) << df;
    }
}

TEST(ChiSquare, difference_equals_the_example_of_r) {
    // R, ?chisq.test: rbind(c(762, 327, 468), c(484, 239, 477)), X-squared = 30.07, p-value = 2.954e-07
    EXPECT_NEAR(difference_p({{762, 327, 468, 0, 0}}, {{484, 239, 477, 0, 0}}), 2.954e-7, 5e-11);
    EXPECT_NEAR(difference_p({{0, 762, 0, 327, 468}}, {{0, 484, 0, 239, 477}}), 2.954e-7, 5e-11)
        << "empty classes are left out";
}

TEST(ChiSquare, small_classes_are_joined_with_the_next) {
    // The last two classes of the example, the last one divided.
    EXPECT_NEAR(difference_p({{762, 327, 468, 0, 0}}, {{484, 239, 475, 1, 1}}), 2.954e-7, 5e-11);
    EXPECT_NEAR(difference_p({{1, 761, 327, 468, 0}}, {{1, 483, 239, 477, 0}}), 2.954e-7, 5e-11);
    // One pair of a class that nobody else has would be unlikely by the formula alone.
    EXPECT_GT(difference_p({{1, 0, 9, 0, 0}}, {{0, 0, 99990, 0, 0}}), 0.5);
}

TEST(ChiSquare, too_few_pairs_do_not_differ) {
    EXPECT_EQ(difference_p({{}}, {{5, 5, 5, 5, 5}}), 1);
    EXPECT_EQ(difference_p({{}}, {{}}), 1);
    EXPECT_EQ(difference_p({{0, 0, 50, 0, 0}}, {{0, 0, 70, 0, 0}}), 1);
    EXPECT_EQ(difference_p({{4, 0, 0, 0, 0}}, {{0, 0, 0, 0, 4}}), 1);
}

TEST(Fisher, equals_published_values) {
    // Fisher's lady tasting tea: 3 of 4 cups right; 17/70. Also in R, ?fisher.test.
    EXPECT_NEAR(fisher_p({3, 1}, {1, 3}), 17.0 / 70, 1e-14);
    EXPECT_NEAR(fisher_p({4, 0}, {0, 4}), 1.0 / 70, 1e-14);
    // R, ?fisher.test, Convictions: fisher.test(Convictions, alternative = "less")$p.value is 0.0004652.
    EXPECT_NEAR(fisher_p({10, 3}, {2, 15}), 0.0004652, 5e-8);
}

TEST(Fisher, equals_sums_of_fractions) {
    // Python, without rounding: with n = a + b, K = a + c, N = a + b + c + d
    // float(sum(Fraction(comb(K, x) * comb(N - K, n - x), comb(N, n)) for x in range(a, min(n, K) + 1)))
    EXPECT_NEAR(fisher_p({8, 192}, {20, 3780}), 4.441655935045281e-05, 1e-13);
    EXPECT_NEAR(fisher_p({3, 97}, {5, 9895}), 5.24001660850566e-05, 1e-13);
    EXPECT_NEAR(fisher_p({50, 950}, {4900, 94100}), 0.49137683560439877, 1e-9);
    EXPECT_NEAR(fisher_p({1, 0}, {0, 99}), 0.01, 1e-14);
    EXPECT_NEAR(fisher_p({40, 960}, {2000, 38000}), 0.9383124776698075, 1e-9);
    EXPECT_NEAR(fisher_p({1, 1614}, {1000, 1000}), 1, 1e-11) << "the first terms are no normal numbers";
    EXPECT_NEAR(fisher_p({1, 9999}, {50000, 50000}), 1, 1e-9) << "the first terms are 0 as doubles";
}

TEST(Fisher, nothing_is_never_surprising) {
    EXPECT_EQ(fisher_p({0, 100}, {50, 50}), 1);
    EXPECT_EQ(fisher_p({0, 0}, {5, 5}), 1);
    EXPECT_NEAR(fisher_p({7, 3}, {0, 0}), 1, 1e-12) << "there are no others";
    EXPECT_NEAR(fisher_p({5, 0}, {5, 0}), 1, 1e-12) << "it happened always";
}

} // namespace

} // namespace sprt
