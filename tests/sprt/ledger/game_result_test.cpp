#include "sprt/ledger/game_result.hpp"

#include <gtest/gtest.h>

#include <set>
#include <vector>

namespace sprt {
namespace {

using referee::GameRecord;
using referee::Player;
using referee::Termination;
using referee::TimedMove;
using referee::Winner;

GameRecord record() {
    GameRecord result;
    result.game = 7;
    result.pair = 3;
    result.first = Player::Agent2;
    result.opening = {{4, 3, 5, 3}, {1, 1, 2, 2}};
    result.moves = {TimedMove{{1, 2, 3, 4}, std::chrono::microseconds(9)},
                    TimedMove{{7, 7, 6, 6}, std::chrono::microseconds(8)}};
    result.winner = Winner::Agent1;
    result.termination = Termination::BoardFull;
    return result;
}

TEST(GameResult, result_holds_number_pair_and_winner_of_the_game) {
    const GameResult result = result_of(record());
    EXPECT_EQ(result.game, 7u);
    EXPECT_EQ(result.pair, 3u);
    EXPECT_EQ(result.winner, Winner::Agent1);
    EXPECT_FALSE(result.disputed);
    GameRecord unscored = record();
    unscored.winner.reset();
    EXPECT_FALSE(result_of(unscored).winner);
}

TEST(GameResult, line_is_that_of_all_moves_whoever_made_them) {
    GameRecord seats_swapped = record();
    seats_swapped.game = 8;
    seats_swapped.first = Player::Agent1;
    seats_swapped.winner = Winner::Agent2;
    EXPECT_EQ(result_of(seats_swapped).line, result_of(record()).line);
    EXPECT_NE(result_of(seats_swapped).moves, result_of(record()).moves);
    GameRecord other_move = record();
    other_move.moves.back().numbers = {7, 7, 6, 5};
    EXPECT_NE(result_of(other_move).line, result_of(record()).line);
    GameRecord other_opening = record();
    other_opening.opening.pop_back();
    EXPECT_NE(result_of(other_opening).line, result_of(record()).line);
}

TEST(GameResult, result_is_disputed_when_the_time_loss_is) {
    GameRecord late = record();
    late.time_loss.emplace();
    late.time_loss->disputed = false;
    EXPECT_FALSE(result_of(late).disputed);
    late.time_loss->disputed = true;
    EXPECT_TRUE(result_of(late).disputed);
}

TEST(GameResult, result_is_doubtful_when_the_loss_is_or_when_interference_did_not_lose) {
    EXPECT_FALSE(result_of(record()).doubtful);
    GameRecord lost = record();
    lost.doubtful = true;
    EXPECT_TRUE(result_of(lost).doubtful);
    lost.winner.reset();
    EXPECT_FALSE(result_of(lost).doubtful) << "it is not scored";
    GameRecord disturbed_by_agent1 = record();
    disturbed_by_agent1.load.agent2 = {.watched = std::chrono::milliseconds(900),
                                       .rival_cpu = std::chrono::milliseconds(500)};
    EXPECT_TRUE(result_of(disturbed_by_agent1).doubtful) << "agent 1 won";
    disturbed_by_agent1.winner = Winner::Draw;
    EXPECT_TRUE(result_of(disturbed_by_agent1).doubtful);
    disturbed_by_agent1.winner = Winner::Agent2;
    EXPECT_FALSE(result_of(disturbed_by_agent1).doubtful) << "agent 1 gained nothing";
}

TEST(GameResult, result_is_disturbed_when_an_agent_or_the_referee_was_stopped) {
    EXPECT_FALSE(result_of(record()).disturbed);
    GameRecord again = record();
    again.disturbances = {.machine_suspended = 1};
    EXPECT_FALSE(result_of(again).disturbed);
    again.disturbances = {.machine_overloaded = 1};
    EXPECT_FALSE(result_of(again).disturbed) << "nothing was played yet when the attempt ended";
    GameRecord dropped = again;
    dropped.winner.reset();
    EXPECT_TRUE(result_of(dropped).disturbed) << "its pair is dropped";
    again.disturbances = {.referee_stopped = 1};
    EXPECT_TRUE(result_of(again).disturbed);
    again.disturbances = {.tampering = {0, 1}};
    EXPECT_TRUE(result_of(again).disturbed);
}

TEST(GameResult, fingerprints_do_not_depend_on_times_and_numbers) {
    GameRecord again = record();
    again.game = 9;
    again.pair = 4;
    again.moves[0].took = std::chrono::microseconds(1234);
    again.used = {std::chrono::seconds(1), std::chrono::seconds(2)};
    again.seed = {5, 6};
    EXPECT_EQ(result_of(again).moves, result_of(record()).moves);
    EXPECT_EQ(result_of(again).opening, result_of(record()).opening);
}

TEST(GameResult, fingerprint_of_moves_depends_on_seats_moves_and_result) {
    std::vector<GameRecord> games(10, record());
    games[1].first = Player::Agent1;
    games[2].moves.pop_back();
    games[3].moves[1].numbers = {7, 7, 6, 5};
    games[4].opening.pop_back();
    games[5].winner = Winner::Agent2;
    games[6].termination = Termination::Timeout;
    std::swap(games[7].moves[0], games[7].moves[1]);
    games[8].opening.push_back(games[8].moves[0].numbers); // the same moves, one of them in the opening
    games[8].moves.erase(games[8].moves.begin());
    games[9].winner.reset();
    std::set<std::uint64_t> prints;
    for (const GameRecord& game : games) {
        prints.insert(result_of(game).moves);
    }
    EXPECT_EQ(prints.size(), games.size());
}

TEST(GameResult, fingerprint_of_the_opening_depends_on_its_moves_alone) {
    const auto opening = result_of(record()).opening;
    GameRecord other = record();
    other.first = Player::Agent1;
    other.moves.clear();
    other.winner = Winner::Draw;
    EXPECT_EQ(result_of(other).opening, opening);
    std::swap(other.opening[0], other.opening[1]);
    EXPECT_NE(result_of(other).opening, opening);
    other.opening.clear();
    EXPECT_NE(result_of(other).opening, opening);
}

TEST(GameResult, fingerprint_of_the_opening_depends_on_its_position) {
    GameRecord one = record();
    one.opening.clear();
    one.start = referee::read_start(referee::Game::Ataxx, "xx4o/7/7/7/7/7/o5x o 0 1");
    GameRecord two = one;
    EXPECT_EQ(result_of(one).opening, result_of(two).opening);
    EXPECT_EQ(result_of(one).moves, result_of(two).moves);
    two.start = referee::read_start(referee::Game::Ataxx, "xx4o/7/7/7/7/7/o5x x 0 1");
    EXPECT_NE(result_of(one).opening, result_of(two).opening);
    EXPECT_NE(result_of(one).moves, result_of(two).moves);
    two.start.reset();
    EXPECT_NE(result_of(one).opening, result_of(two).opening);
}

TEST(GameResult, game_lost_by_a_fault_equals_no_other) {
    GameRecord one = record();
    one.termination = Termination::Crashed;
    one.fault = referee::FaultNote{referee::Player::Agent1, "exited", ""};
    GameRecord again = one;
    EXPECT_EQ(result_of(one).moves, result_of(again).moves);
    again.game += 2;
    EXPECT_NE(result_of(one).moves, result_of(again).moves);
    EXPECT_EQ(result_of(one).opening, result_of(again).opening);
}

TEST(GameResult, game_that_ended_before_it_began_has_no_opening) {
    GameRecord lost = record();
    lost.opening.clear();
    lost.moves.clear();
    EXPECT_TRUE(result_of(lost).opening) << "without a fault the game began at the starting position";
    lost.termination = Termination::ReadyTimeout;
    lost.fault = referee::FaultNote{referee::Player::Agent1, "did not say OK in time", ""};
    EXPECT_FALSE(result_of(lost).opening);
}

} // namespace
} // namespace sprt
