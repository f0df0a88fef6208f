#include "referee/game/results.hpp"

#include <gtest/gtest.h>

namespace referee {
namespace {

TEST(Results, wins_and_losses_are_those_of_agent_1) {
    Results results;
    EXPECT_EQ(to_text(results), "Total: 0, WLD: 0/0/0");
    for (const Winner winner :
         {Winner::Agent1, Winner::Draw, Winner::Agent2, Winner::Agent1, Winner::Agent1, Winner::Agent2}) {
        results.add(winner);
    }
    EXPECT_EQ(results, (Results{.wins = 3, .losses = 2, .draws = 1}));
    EXPECT_EQ(results.games(), 6U);
    EXPECT_EQ(to_text(results), "Total: 6, WLD: 3/2/1");
}

} // namespace
} // namespace referee
