#include "referee/game/alternation.hpp"

#include <gtest/gtest.h>

namespace referee {
namespace {

TEST(AlternatingGame, seats_pairs_and_seeds) {
    GameLimits limits;
    limits.turns = 17;
    for (std::uint64_t game = 0; game < 6; ++game) {
        const Job job = alternating_game(game, 5, limits);
        EXPECT_EQ(job.id, game);
        EXPECT_EQ(job.pair, game / 2);
        EXPECT_EQ(job.first, game % 2 == 0 ? Player::Agent1 : Player::Agent2) << game;
        EXPECT_EQ(job.seeds.agent1, game_seed(5, game, 0));
        EXPECT_EQ(job.seeds.agent2, game_seed(5, game, 1));
        EXPECT_EQ(job.limits.turns, 17);
    }
}

} // namespace
} // namespace referee
