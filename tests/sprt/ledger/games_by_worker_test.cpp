#include "sprt/ledger/games_by_worker.hpp"
#include "tests/sprt/play/fake_player.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace sprt {
namespace {

using referee::Player;
using referee::Termination;
using referee::Winner;

referee::GameRecord played_by(const std::string& worker, std::uint64_t game, Winner winner) {
    referee::GameRecord record = fake_game(game, winner);
    record.worker = worker;
    return record;
}

std::map<std::string, WorkerGames> games_after(const std::vector<referee::GameRecord>& records) {
    GamesByWorker games;
    for (const referee::GameRecord& record : records) {
        games.add(record);
    }
    return games.by_name();
}

TEST(GamesByWorker, games_of_this_machine_are_nobodys) {
    EXPECT_TRUE(games_after({fake_game(0, Winner::Agent1), fake_game(1, Winner::Draw)}).empty());
}

TEST(GamesByWorker, results_are_counted_by_worker) {
    const auto all = games_after({played_by("a", 0, Winner::Agent1), played_by("a", 1, Winner::Draw),
                                  played_by("b", 2, Winner::Agent2), played_by("b", 3, Winner::Agent2)});
    EXPECT_EQ(all.at("a").wld, (Wld{.wins = 1, .losses = 0, .draws = 1}));
    EXPECT_EQ(all.at("b").wld, (Wld{.wins = 0, .losses = 2, .draws = 0}));
    EXPECT_EQ(all.at("a").pairs, (Ptnml{{0, 0, 0, 1, 0}}));
    EXPECT_EQ(all.at("b").pairs, (Ptnml{{1, 0, 0, 0, 0}}));
}

TEST(GamesByWorker, pair_that_two_machines_played_is_nobodys) {
    const auto all = games_after({fake_game(0, Winner::Agent1), played_by("a", 1, Winner::Agent1),
                                  played_by("a", 2, Winner::Agent1), played_by("b", 3, Winner::Agent1)});
    EXPECT_EQ(all.at("a").games, 2U);
    EXPECT_EQ(all.at("a").pairs.pairs(), 0U);
    EXPECT_EQ(all.at("b").pairs.pairs(), 0U);
}

TEST(GamesByWorker, unscored_game_is_a_game_without_result_or_pair) {
    referee::GameRecord unscored = played_by("a", 0, Winner::Draw);
    unscored.winner.reset();
    const auto all = games_after({unscored, played_by("a", 1, Winner::Agent1)});
    EXPECT_EQ(all.at("a").games, 2U);
    EXPECT_EQ(all.at("a").wld.games(), 1U);
    EXPECT_EQ(all.at("a").pairs.pairs(), 0U);
}

TEST(GamesByWorker, faults_and_time_losses_are_counted_by_worker_and_agent) {
    referee::GameRecord crashed = played_by("a", 0, Winner::Agent2);
    crashed.termination = Termination::Crashed;
    crashed.fault = referee::FaultNote{Player::Agent1, "why", ""};
    referee::GameRecord late = played_by("a", 1, Winner::Agent1);
    late.termination = Termination::Timeout;
    late.fault = referee::FaultNote{Player::Agent2, "why", ""};
    const auto all = games_after({crashed, late, played_by("b", 2, Winner::Draw)});
    EXPECT_EQ(all.at("a").faults.agent1.faults(), 1U);
    EXPECT_EQ(all.at("a").faults.agent1.time_losses(), 0U);
    EXPECT_EQ(all.at("a").faults.agent2.time_losses(), 1U);
    EXPECT_EQ(all.at("a").machine.time_losses().agent2, 1U);
    EXPECT_EQ(all.at("b").faults.agent1.total(), 0U);
}

} // namespace
} // namespace sprt
