#include "referee/base/splitmix64.hpp"
#include "sprt/stats/many/false_acceptances.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace sprt {
namespace {

std::vector<DecidedTest> decided(int accepted, int rejected, double alpha = 0.05, double beta = 0.05) {
    std::vector<DecidedTest> tests;
    for (int i = 0; i < accepted + rejected; ++i) {
        tests.push_back({alpha, beta, i < accepted});
    }
    return tests;
}

TEST(FalseAcceptances, equal_levels_give_the_closed_form) {
    // H0 is true in n0 = (R (1 - beta) - A beta) / (1 - alpha - beta) tests, of which alpha n0 are accepted.
    const auto found = false_acceptances(decided(5, 15));
    EXPECT_NEAR(found.h0_share * 20, (15 * 0.95 - 5 * 0.05) / 0.9, 1e-12);
    EXPECT_NEAR(found.expected, 0.05 * (15 * 0.95 - 5 * 0.05) / 0.9, 1e-12);
    const auto uneven = false_acceptances(decided(5, 15, 0.01, 0.2));
    EXPECT_NEAR(uneven.expected, 0.01 * (15 * 0.8 - 5 * 0.2) / 0.79, 1e-12);
}

TEST(FalseAcceptances, extremes_stay_within_what_is_possible) {
    EXPECT_EQ(false_acceptances({}).expected, 0);
    EXPECT_EQ(false_acceptances(decided(20, 0)).expected, 0) << "none but accepted: all are good";
    EXPECT_EQ(false_acceptances(decided(0, 100)).expected, 0) << "nothing was accepted";
    EXPECT_EQ(false_acceptances(decided(0, 100)).h0_share, 1);
    EXPECT_EQ(false_acceptances(decided(1, 99)).expected, 1) << "5 would be expected, and there is one";
}

TEST(FalseAcceptances, estimate_is_right_on_average_when_levels_differ) {
    referee::SplitMix64 random(7);
    const auto uniform = [&] { return static_cast<double>(random.next() >> 11) * 0x1p-53; };
    constexpr int kLedgers = 2000;
    double estimated = 0;
    double wrong = 0;
    for (int ledger = 0; ledger < kLedgers; ++ledger) {
        std::vector<DecidedTest> tests;
        for (int i = 0; i < 200; ++i) {
            const double alpha = i % 2 == 0 ? 0.05 : 0.01;
            const double beta = i % 3 == 0 ? 0.05 : 0.1;
            const bool is_h0 = uniform() < 0.7;
            const bool accepted = uniform() < (is_h0 ? alpha : 1 - beta);
            wrong += is_h0 && accepted ? 1 : 0;
            tests.push_back({alpha, beta, accepted});
        }
        estimated += false_acceptances(tests).expected;
    }
    EXPECT_NEAR(estimated / kLedgers, wrong / kLedgers, 0.15); // 4.2 in 200
    EXPECT_NEAR(wrong / kLedgers, 4.2, 0.2);
}

} // namespace
} // namespace sprt
