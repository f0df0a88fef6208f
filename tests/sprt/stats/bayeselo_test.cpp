#include "sprt/stats/bayeselo.hpp"
#include "tests/sprt/stats/llr_vectors.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace sprt {
namespace {

TEST(Bayeselo, llr_equals_reference_values) {
    int compared = 0;
    for (const LlrVector& row : kLlrVectors) {
        if (row.model == Model::Bayeselo) {
            ++compared;
            const double llr = bayeselo_llr(std::get<Wld>(row.counts), row.test.elo0, row.test.elo1);
            EXPECT_NEAR(llr, row.llr, 1e-11 * std::abs(row.llr));
        }
    }
    EXPECT_EQ(compared, 7);
}

TEST(Bayeselo, llr_has_no_step_where_its_formula_changes) {
    // The formula changes at a difference of one nat.
    const Wld games{60, 40, 30};
    const auto slope = [&](double elo1) {
        return (bayeselo_llr(games, 0, elo1 + 0.01) - bayeselo_llr(games, 0, elo1)) / 0.01;
    };
    for (double elo1 = 100; elo1 < 200; elo1 += 0.5) {
        EXPECT_NEAR(slope(elo1), slope(elo1 + 0.01), 1e-4) << elo1;
    }
}

TEST(Bayeselo, llr_of_draws_alone_is_finite) {
    for (const std::uint64_t draws : {1u, 1000u, 1'000'000'000u}) {
        EXPECT_TRUE(std::isfinite(bayeselo_llr({0, 0, draws}, -2000, 2000)));
        EXPECT_LT(bayeselo_llr({0, 0, draws}, 0, 2000), 0);
    }
}

} // namespace
} // namespace sprt
