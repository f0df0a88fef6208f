#include "referee/base/seed.hpp"
#include "referee/game/agent_seed.hpp"

#include <gtest/gtest.h>

#include <set>

namespace referee {
namespace {

/// The digests are those of sha256sum(1), e.g. `printf 'REFEREE_SEED 5 0 1' | sha256sum`.
TEST(AgentSeed, is_the_beginning_of_a_digest) {
    EXPECT_EQ(agent_seed({.seed = 5}, 0, Player::Agent1), 0x37f4e59fa8b1a470U);
    EXPECT_EQ(agent_seed({.seed = UINT64_MAX}, 7, Player::Agent2), 0x4eccdfad4b61ceb7U);
}

TEST(AgentSeed, each_agent_of_each_game_of_each_run_has_its_own) {
    std::set<std::uint64_t> seen;
    for (std::uint64_t run = 0; run < 10; ++run) {
        for (std::uint64_t game = 0; game < 100; ++game) {
            for (const Player agent : kPlayers) {
                EXPECT_TRUE(seen.insert(agent_seed({.seed = run}, game, agent)).second);
            }
        }
    }
}

TEST(AgentSeed, of_runs_of_earlier_versions_is_as_it_was) {
    const RunSeed run{.seed = 5, .rule = SeedRule::Mixed};
    EXPECT_EQ(agent_seed(run, 3, Player::Agent1), game_seed(5, 3, 0));
    EXPECT_EQ(agent_seed(run, 3, Player::Agent2), game_seed(5, 3, 1));
}

} // namespace
} // namespace referee
