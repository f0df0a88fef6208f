#include "referee/game/alternation.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace referee {
namespace {

TEST(Alternation, neighbours_are_a_pair_and_change_seats) {
    struct Row {
        std::uint64_t game, pair;
        bool begins_pair;
        Player first;
    };
    for (const Row& row :
         {Row{0, 0, true, Player::Agent1}, Row{1, 0, false, Player::Agent2}, Row{2, 1, true, Player::Agent1},
          Row{3, 1, false, Player::Agent2}, Row{1000, 500, true, Player::Agent1}}) {
        EXPECT_EQ(pair_of(row.game), row.pair) << row.game;
        EXPECT_EQ(begins_pair(row.game), row.begins_pair) << row.game;
        EXPECT_EQ(first_player(row.game), row.first) << row.game;
    }
}

TEST(Alternation, an_odd_last_game_is_in_no_whole_pair) {
    EXPECT_EQ(in_whole_pairs(0), 0);
    EXPECT_EQ(in_whole_pairs(1), 0);
    EXPECT_EQ(in_whole_pairs(2), 2);
    EXPECT_EQ(in_whole_pairs(std::int64_t{1'000'001}), 1'000'000);
}

TEST(Alternation, a_job_says_all_about_its_game) {
    GameLimits limits;
    limits.turns = 17;
    const std::vector<MoveNumbers> opening{{1, 1, 2, 2}};
    for (std::uint64_t game = 0; game < 6; ++game) {
        const Job job = alternating_game(game, {.seed = 5}, Game::Ataxx, limits, {}, opening);
        EXPECT_EQ(job.id, game);
        EXPECT_EQ(job.pair, game / 2);
        EXPECT_EQ(job.first, game % 2 == 0 ? Player::Agent1 : Player::Agent2) << game;
        EXPECT_EQ(job.seeds.agent1, agent_seed({.seed = 5}, game, Player::Agent1));
        EXPECT_EQ(job.seeds.agent2, agent_seed({.seed = 5}, game, Player::Agent2));
        EXPECT_EQ(job.limits.turns, 17);
        EXPECT_EQ(job.opening, opening);
    }
}

} // namespace
} // namespace referee
