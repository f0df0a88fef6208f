#include "sprt/stats/gsprt.hpp"
#include "sprt/stats/normalized.hpp"
#include "tests/sprt/stats/llr_vectors.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace sprt {
namespace {

double llr(const Counts& counts, const Hypotheses& test) {
    return std::visit([&](const auto& seen) { return normalized_llr(seen, test); }, counts);
}

TEST(Normalized, AgreesWithReferenceValues) {
    int compared = 0;
    for (const LlrVector& row : kLlrVectors) {
        if (row.model == Model::Normalized) {
            ++compared;
            EXPECT_NEAR(llr(row.counts, row.test), row.llr, std::max(1e-6, 1e-7 * std::abs(row.llr)))
                << row.test.elo0 << ' ' << row.test.elo1;
        }
    }
    EXPECT_EQ(compared, 15);
}

TEST(Normalized, ZeroVarianceHasAClosedForm) {
    // n pairs 1-1: each adds -ln(1 + t1^2).
    const double t1 = pair_t(50);
    EXPECT_NEAR(normalized_llr(Ptnml{{0, 0, 1'000'000, 0, 0}}, {.elo0 = 0, .elo1 = 50}),
                -1e6 * std::log1p(t1 * t1), 0.5);
}

TEST(Normalized, IsLogisticForZeroElo) {
    // "Mean score 1/2" is the same prescription in both units, so close to 0 both have the same likelihoods.
    const Ptnml pairs{{30, 5, 400, 6, 49}};
    double square = 0;
    for (std::size_t i = 0; i < 5; ++i) {
        const double off = score_of_outcome<5>(i) - 0.5;
        square += static_cast<double>(pairs.counts[i]) / 490 * off * off;
    }
    const double nelo = 1e-4;
    const double elo = elo_of_score(0.5 + pair_t(nelo) * std::sqrt(square));
    const double expected = pentanomial_llr(pairs, {.elo0 = 0, .elo1 = elo});
    EXPECT_NEAR(normalized_llr(pairs, {.elo0 = 0, .elo1 = nelo}) / expected, 1, 0.01);
}

TEST(Normalized, IsExactlyZeroWithoutData) {
    EXPECT_EQ(normalized_llr(Wld{}, {.elo0 = 0, .elo1 = 5}), 0);
    EXPECT_EQ(normalized_llr(Ptnml{}, {.elo0 = 0, .elo1 = 5}), 0);
    EXPECT_FALSE(std::signbit(normalized_llr(Ptnml{}, {.elo0 = 0, .elo1 = 5})));
}

} // namespace
} // namespace sprt
