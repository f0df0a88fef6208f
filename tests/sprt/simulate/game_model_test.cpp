#include "sprt/simulate/game_model.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace sprt {
namespace {

using referee::Player;
using referee::Winner;

ScheduledGame scheduled(std::uint64_t game, std::uint64_t opening) {
    return {.game = game,
            .pair = game / 2,
            .first = game % 2 == 0 ? Player::Agent1 : Player::Agent2,
            .opening = opening};
}

/// 20 000 pairs: the standard error of a share is 0.0025 at most.
TEST(SimulatedGames, results_have_the_chances_of_the_model) {
    constexpr int kPairs = 20'000;
    const GameModel model{.true_elo = 40, .draws = 0.2, .bias_elo = 250};
    const SimulatedGames games(model, 3);
    GameChances seen{};
    std::array<double, 5> pairs{};
    for (std::uint64_t pair = 0; pair < kPairs; ++pair) {
        std::size_t points = 0;
        for (const std::uint64_t game : {2 * pair, 2 * pair + 1}) {
            const GameResult result = games.play(scheduled(game, pair));
            EXPECT_EQ(result.game, game);
            EXPECT_EQ(result.pair, pair);
            switch (result.winner.value()) {
            case Winner::Agent1:
                seen.win += 0.5 / kPairs;
                points += 2;
                break;
            case Winner::Draw:
                seen.draw += 0.5 / kPairs;
                points += 1;
                break;
            case Winner::Agent2:
                seen.loss += 0.5 / kPairs;
                break;
            }
        }
        pairs[points] += 1.0 / kPairs;
    }
    const PlayModel expected = chances_of(model);
    EXPECT_NEAR(seen.win, expected.game.win, 0.01);
    EXPECT_NEAR(seen.draw, expected.game.draw, 0.01);
    EXPECT_NEAR(seen.loss, expected.game.loss, 0.01);
    for (std::size_t i = 0; i < 5; ++i) {
        EXPECT_NEAR(pairs[i], expected.pair[i], 0.012) << i;
    }
}

TEST(SimulatedGames, deterministic_games_from_one_opening_and_seat_are_equal) {
    const SimulatedGames games({.deterministic = true}, 1);
    EXPECT_EQ(games.play(scheduled(0, 5)).moves, games.play(scheduled(10, 5)).moves);
    EXPECT_NE(games.play(scheduled(0, 5)).moves, games.play(scheduled(1, 5)).moves);
    EXPECT_NE(games.play(scheduled(0, 5)).moves, games.play(scheduled(0, 6)).moves);
    const SimulatedGames others({}, 1);
    EXPECT_NE(others.play(scheduled(0, 5)).moves, others.play(scheduled(10, 5)).moves);
}

/// 10 000 draws: the standard error of each mean is 0.35 % of it.
TEST(SimulatedGames, durations_have_the_means_of_the_model) {
    constexpr int kDraws = 10'000;
    SimulatedGames games({.wins_last = 4, .losses_last = 0.5}, 7);
    for (const auto& [winner, mean] :
         {std::pair{Winner::Agent1, 4.0}, std::pair{Winner::Draw, 1.0}, std::pair{Winner::Agent2, 0.5}}) {
        GameResult result;
        result.winner = winner;
        double sum = 0;
        double squares = 0;
        for (int i = 0; i < kDraws; ++i) {
            const double duration = games.duration(result) / mean;
            EXPECT_GT(duration, 0);
            sum += duration / kDraws;
            squares += duration * duration / kDraws;
        }
        EXPECT_NEAR(sum, 1, 0.015);
        EXPECT_NEAR(std::sqrt(squares - sum * sum), 0.35, 0.015);
    }
}

} // namespace
} // namespace sprt
