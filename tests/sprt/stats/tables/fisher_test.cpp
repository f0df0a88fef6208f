#include "sprt/stats/tables/fisher.hpp"

#include <gtest/gtest.h>

namespace sprt {
namespace {

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
}

TEST(Fisher, nothing_is_never_surprising) {
    EXPECT_EQ(fisher_p({0, 100}, {50, 50}), 1);
    EXPECT_EQ(fisher_p({0, 0}, {5, 5}), 1);
    EXPECT_NEAR(fisher_p({7, 3}, {0, 0}), 1, 1e-12) << "there are no others";
    EXPECT_NEAR(fisher_p({5, 0}, {5, 0}), 1, 1e-12) << "it happened always";
}

} // namespace
} // namespace sprt
