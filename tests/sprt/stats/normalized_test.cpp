#include "sprt/stats/normalized.hpp"
#include "sprt/stats/outcomes.hpp"
#include "tests/sprt/stats/llr_of.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace sprt {
namespace {

TEST(Normalized, llr_without_variance_has_its_closed_form) {
    // Each of n pairs 1-1 adds -ln(1 + t1^2).
    const double t1 = pair_t(50);
    EXPECT_NEAR(llr_of(Model::Normalized, Ptnml{{0, 0, 1'000'000, 0, 0}}, {.elo0 = 0, .elo1 = 50}),
                -1e6 * std::log1p(t1 * t1), 0.5);
}

/// H0 is "the mean score is 1/2" on both scales, so for H1 close to it both tests have the same likelihoods.
TEST(Normalized, llr_close_to_0_elo_is_that_of_pentanomial) {
    const Ptnml pairs{{30, 5, 400, 6, 49}};
    double square = 0;
    for (std::size_t i = 0; i < 5; ++i) {
        const double off = score_of_outcome<5>(i) - 0.5;
        square += static_cast<double>(pairs.counts[i]) / 490 * off * off;
    }
    const double nelo = 1e-4;
    const double elo = elo_of_score(0.5 + pair_t(nelo) * std::sqrt(square));
    const double expected = llr_of(Model::Pentanomial, pairs, {.elo0 = 0, .elo1 = elo});
    EXPECT_NEAR(llr_of(Model::Normalized, pairs, {.elo0 = 0, .elo1 = nelo}) / expected, 1, 0.01);
}

} // namespace
} // namespace sprt
