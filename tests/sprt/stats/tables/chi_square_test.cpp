#include "sprt/stats/tables/chi_square.hpp"

#include <gtest/gtest.h>

namespace sprt {
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

} // namespace
} // namespace sprt
