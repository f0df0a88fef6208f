#include "referee/game/alternation.hpp"

#include <gtest/gtest.h>

namespace referee {
namespace {

TEST(AlternatingGame, seats_pairs_and_seeds) {
    GameLimits limits;
    limits.turns = 17;
    for (std::uint64_t game = 0; game < 6; ++game) {
        const GameSetup setup = alternating_game(game, 5, limits);
        EXPECT_EQ(setup.game, game);
        EXPECT_EQ(setup.pair, game / 2);
        EXPECT_EQ(setup.first, game % 2 == 0 ? Player::Agent1 : Player::Agent2) << game;
        EXPECT_EQ(setup.seed[0], game_seed(5, game, 0));
        EXPECT_EQ(setup.seed[1], game_seed(5, game, 1));
        EXPECT_EQ(setup.limits.turns, 17);
    }
}

} // namespace
} // namespace referee
