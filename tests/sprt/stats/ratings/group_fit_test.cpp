#include "sprt/stats/ratings/group_fit.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace sprt {
namespace {

/// `pairs`: by the points of agent a, 0 to 2.
Edge edge(Eigen::Index a, Eigen::Index b, const Ptnml& pairs) {
    return {.pairing = 0, .a = a, .b = b, .seen = scores_of(pairs)};
}

TEST(GroupFit, two_agents_have_the_odds_of_their_score) {
    const GroupFit fit({edge(0, 1, {{0, 0, 2, 0, 2}})}, 2, false); // mean score 3/4
    EXPECT_NEAR(fit.theta()[0] - fit.theta()[1], std::log(3.0), 1e-12);
    EXPECT_NEAR(fit.theta().sum(), 0, 1e-12);
    EXPECT_NEAR(fit.won(0), 0.75, 1e-12);
    EXPECT_NEAR(fit.leverage(0), 1, 1e-12);
    // The spread of the scores, 1/4, over the square of the information 4 pq.
    const Eigen::MatrixXd covariance = fit.covariance(fit.spread_by_pair());
    EXPECT_NEAR(fit.edges()[0].of_difference(covariance), 0.25 / (0.75 * 0.75), 1e-12);
}

TEST(GroupFit, prior_adds_half_a_win_to_both_of_two_agents) {
    const GroupFit fit({edge(0, 1, {{0, 0, 0, 0, 4}})}, 2, true); // (4 + 1/2) / (4 + 1)
    EXPECT_NEAR(fit.won(0), 0.9, 1e-9);
    EXPECT_NEAR(fit.theta()[0] - fit.theta()[1], std::log(9.0), 1e-8);
}

TEST(GroupFit, ratings_of_a_chain_are_those_of_its_edges) {
    const GroupFit fit({edge(0, 1, {{0, 0, 2, 0, 2}}), edge(2, 1, {{2, 0, 2, 0, 0}})}, 3, false);
    EXPECT_NEAR(fit.won(0), 0.75, 1e-12);
    EXPECT_NEAR(fit.won(1), 0.25, 1e-12);
    EXPECT_NEAR(fit.theta()[0] - fit.theta()[2], 2 * std::log(3.0), 1e-12);
    EXPECT_NEAR(fit.leverage(0), 1, 1e-12);
}

TEST(GroupFit, edges_of_a_circle_share_the_leverage) {
    const Ptnml even{{1, 0, 2, 0, 1}};
    const GroupFit fit({edge(0, 1, even), edge(1, 2, even), edge(2, 0, even)}, 3, false);
    for (std::size_t k = 0; k < 3; ++k) {
        EXPECT_NEAR(fit.won(k), 0.5, 1e-12);
        EXPECT_NEAR(fit.leverage(k), 2.0 / 3, 1e-12); // two ratings, three edges
    }
}

} // namespace
} // namespace sprt
