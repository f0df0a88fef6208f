#include "sprt/stats/gsprt.hpp"
#include "sprt/stats/secular.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace sprt {
namespace {

template<std::size_t K>
void expect_solved(const std::array<double, K>& fractions, const Tilt<K>& tilt, const Score& score) {
    double sum = 0;
    double won = 0;
    double lost = 0;
    for (std::size_t i = 0; i < K; ++i) {
        ASSERT_GT(tilt.weights[i], 0) << i;
        const double q = fractions[i] / tilt.weights[i];
        sum += q;
        won += q * score_of_outcome<K>(i);
        lost += q * score_of_outcome<K>(K - 1 - i);
    }
    EXPECT_NEAR(sum, 1, 1e-12);
    EXPECT_NEAR(won / score.won, 1, 1e-9);
    EXPECT_NEAR(lost / score.lost, 1, 1e-9);
}

template<std::size_t K>
void expect_solved_anywhere(unsigned seed) {
    std::mt19937_64 random(seed);
    std::uniform_real_distribution<double> unit(0, 1);
    for (int i = 0; i < 20000; ++i) {
        std::array<std::uint64_t, K> counts{};
        const double digits = 9 * unit(random);
        for (std::uint64_t& count : counts) {
            count = unit(random) < 0.4 ? 0 : static_cast<std::uint64_t>(std::pow(10, digits * unit(random)));
        }
        const Outcomes<K> seen = outcomes(counts);
        const Score score = score_at(4000 * unit(random) - 2000);
        expect_solved(seen.fractions, solve(seen.fractions, mean_score_is<K>(score)), score);
        if (testing::Test::HasFailure()) {
            for (const std::uint64_t count : counts) {
                ADD_FAILURE() << count << ' ' << score.won;
            }
            return;
        }
    }
}

TEST(Secular, fit_has_the_prescribed_mean) {
    expect_solved_anywhere<3>(1);
    expect_solved_anywhere<5>(2);
}

TEST(Secular, data_with_the_prescribed_mean_stay_as_they_are) {
    const Outcomes<5> seen = outcomes(Ptnml{{10, 20, 40, 20, 10}});
    const Tilt<5> tilt = solve(seen.fractions, mean_score_is<5>(score_at(0)));
    for (std::size_t i = 0; i < 5; ++i) {
        EXPECT_NEAR(tilt.excess[i], 0, 1e-16);
        EXPECT_NEAR(tilt.weights[i], 1, 1e-15);
    }
}

TEST(Secular, root_next_to_a_pole_is_found) {
    // All observations but a share of 4e-12 are one outcome, so the root is about 1e-12 from a pole.
    for (const bool won : {false, true}) {
        const Outcomes<5> seen =
            outcomes(won ? Ptnml{{0, 0, 0, 0, 1'000'000'000}} : Ptnml{{1'000'000'000, 0, 0, 0, 0}});
        for (const double elo : {-2000., -50., 0., 5., 2000.}) {
            const Score score = score_at(elo);
            expect_solved(seen.fractions, solve(seen.fractions, mean_score_is<5>(score)), score);
        }
    }
}

TEST(LogRatio, log_ratio_is_exact_for_close_and_for_distant_numbers) {
    for (const double x : {1e-300, 1e-17, 1e-9, 0.01, 0.0618, 0.0620, 0.5, 3.0, 1e9}) {
        EXPECT_NEAR(log_ratio(1 + x, 1, x) / std::log1p(x), 1, 4e-15) << x;
        EXPECT_NEAR(log_ratio(1, 1 + x, -x) / std::log1p(x), -1, 4e-15) << x;
    }
    EXPECT_EQ(log_ratio(2, 2, 0), 0);
}

} // namespace
} // namespace sprt
