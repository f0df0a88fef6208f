// Whether ratings and certified orders hold what they promise, in simulated round robins.
// docs/statistics.md has the figures that it prints.

#include "tests/sprt/simulate/simulated_round_robin.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>

namespace sprt {
namespace {

/// 500 tournaments of six agents: a 95 % interval may miss in 2.5 to 7.5 % of them.
TEST(RatingsSlow, intervals_cover_the_truth_as_often_as_they_say) {
    const RoundRobinModel models[] = {
        {.elo = {0, 40, 80, 120, 160, 200}, .rounds = 50, .bias = 100, .taste = 0},
        {.elo = std::vector<double>(6), .rounds = 50, .bias = 100, .taste = 60}};
    for (const RoundRobinModel& model : models) {
        Random random(1);
        const Coverage seen = coverage_of(model, 500, random);
        fmt::print("taste {}: agent {:.3f}, joint {:.3f}, order {:.3f}\n", model.taste, seen.agents,
                   seen.joint, seen.order);
        EXPECT_NEAR(seen.agents, 0.95, 0.025) << model.taste;
        EXPECT_NEAR(seen.joint, 0.95, 0.025) << model.taste;
        EXPECT_GE(seen.order, 0.925) << model.taste;
    }
}

/// 300 tournaments of six equal agents, looked at after each of 500 rounds.
TEST(RatingsSlow, equal_agents_are_certified_to_differ_in_less_than_a_twentieth_of_tournaments) {
    const RoundRobinModel model{.elo = std::vector<double>(6), .rounds = 500, .bias = 100, .taste = 0};
    const double bound = std::log(6.0 * 5 / 0.05);
    Random random(2);
    int wrong = 0;
    for (int i = 0; i < 300; ++i) {
        wrong += claims_at_some_time(model, bound, random) ? 1 : 0;
    }
    fmt::print("certified {} of 300\n", wrong);
    EXPECT_LE(wrong, 15);
    const RoundRobinModel apart{.elo = {0, 100, 200, 300, 400, 500}, .rounds = 500, .bias = 100, .taste = 0};
    EXPECT_TRUE(claims_at_some_time(apart, bound, random)) << "a bound that is never reached proves nothing";
}

} // namespace
} // namespace sprt
