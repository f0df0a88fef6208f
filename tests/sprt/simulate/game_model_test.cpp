#include "sprt/simulate/game_model.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstdint>
#include <map>

namespace sprt {
namespace {

/// Source: the tests of the Rust crate rand_xoshiro, made with the program of the authors.
TEST(Random, bits_are_the_published_numbers) {
    Random random(std::array<std::uint64_t, 4>{1, 2, 3, 4});
    constexpr std::array<std::uint64_t, 10> kPublished{41943041U,
                                                       58720359U,
                                                       3588806011781223U,
                                                       3591011842654386U,
                                                       9228616714210784205U,
                                                       9973669472204895162U,
                                                       14011001112246962877U,
                                                       12406186145184390807U,
                                                       15849039046786891736U,
                                                       10450023813501588000U};
    for (const std::uint64_t expected : kPublished) {
        EXPECT_EQ(random.bits(), expected);
    }
}

TEST(Random, unit_interval_is_half_open) {
    EXPECT_EQ(unit_interval(0), 0);
    EXPECT_EQ(unit_interval(~std::uint64_t{0}), 1 - 0x1p-53);
    EXPECT_EQ(unit_interval(std::uint64_t{1} << 63), 0.5);
}

struct Sums {
    double mean = 0;
    double variance = 0;
    double skewness = 0;
};

template<class Draw>
Sums sums(const Draw& draw) {
    constexpr int kCount = 1'000'000;
    double one = 0;
    double two = 0;
    double three = 0;
    for (int i = 0; i < kCount; ++i) {
        const double x = draw();
        one += x / kCount;
        two += x * x / kCount;
        three += x * x * x / kCount;
    }
    const double variance = two - one * one;
    return {one, variance, (three - 3 * one * two + 2 * one * one * one) / std::pow(variance, 1.5)};
}

// The standard errors of a million numbers are 0.001 for the mean and 0.0015 to 0.003 for the other moments.
TEST(Random, normal_numbers_have_their_moments) {
    Random random(7);
    const Sums seen = sums([&] { return random.normal(); });
    EXPECT_NEAR(seen.mean, 0, 0.005);
    EXPECT_NEAR(seen.variance, 1, 0.008);
    EXPECT_NEAR(seen.skewness, 0, 0.015);
}

TEST(Random, gamma_numbers_have_their_moments) {
    for (const double variation : {0.35, 1.0}) {
        Random random(8);
        const Gamma gamma(variation);
        const Sums seen = sums([&] { return gamma.draw(random); });
        EXPECT_NEAR(seen.mean, 1, 0.005 * variation);
        EXPECT_NEAR(std::sqrt(seen.variance), variation, 0.006 * variation);
        EXPECT_NEAR(seen.skewness, 2 * variation, 0.04);
    }
}

TEST(Random, copy_draws_the_same_numbers) {
    Random random(9);
    static_cast<void>(random.normal());
    Random copy = random;
    EXPECT_EQ(copy.normal(), random.normal());
    EXPECT_EQ(copy.bits(), random.bits());
    EXPECT_NE(Random(1).bits(), Random(2).bits());
}

} // namespace

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
    const PlayModel expected = play_model(model.true_elo, model.draws, model.bias_elo);
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

/// Games of `model` from one opening; how often each game was played.
std::map<std::uint64_t, int> played_games(const GameModel& model, int games) {
    const SimulatedGames play(model, 5);
    std::map<std::uint64_t, int> counts;
    for (int game = 0; game < games; ++game) {
        ++counts[play.play(scheduled(static_cast<std::uint64_t>(game), 0)).moves];
    }
    return counts;
}

TEST(SimulatedGames, agents_repeat_one_game_a_seat_in_their_share_of_the_games) {
    const auto counts = played_games({.repeat_share = 0.3}, 10'000);
    int repeated = 0;
    int kinds = 0;
    for (const auto& [moves, times] : counts) {
        repeated += times > 1 ? times : 0;
        kinds += times > 1 ? 1 : 0;
    }
    EXPECT_EQ(kinds, 2);
    EXPECT_NEAR(repeated, 3000, 5 * 46); // 5 standard errors
}

/// All games together have the true Elo: the standard error of 100 000 games is 0.0016 points.
TEST(SimulatedGames, score_is_that_of_the_true_elo_whatever_is_repeated) {
    for (const double share : {0.1, 0.5, 0.9}) {
        const GameModel model{.draws = 0.2, .bias_elo = 100, .repeat_share = share};
        const SimulatedGames games(model, 1);
        constexpr int kGames = 100'000;
        double points = 0;
        for (std::uint64_t game = 0; game < kGames; ++game) {
            const Winner winner = games.play(scheduled(game, 0)).winner.value();
            points += winner == Winner::Agent1 ? 1 : winner == Winner::Draw ? 0.5 : 0;
        }
        EXPECT_NEAR(points / kGames, 0.5, 0.008) << share;
        const auto pairs = pair_chances(model);
        EXPECT_NEAR(pairs[1] / 4 + pairs[2] / 2 + pairs[3] * 3 / 4 + pairs[4], 0.5, 1e-9) << share;
        EXPECT_NEAR(pairs[0] + pairs[1] + pairs[2] + pairs[3] + pairs[4], 1, 1e-12) << share;
    }
}

TEST(RepeatedPlay, agent_1_loses_its_repeatable_games_as_far_as_the_true_elo_allows) {
    const auto half = repeated_play({.repeat_share = 0.5});
    EXPECT_EQ(half->repeated, (referee::PerSide<Winner>{Winner::Agent2, Winner::Agent2}));
    EXPECT_EQ(half->other_elo, INFINITY);
    const auto most = repeated_play({.repeat_share = 0.9});
    EXPECT_EQ(most->repeated, (referee::PerSide<Winner>{Winner::Agent1, Winner::Agent2}));
    EXPECT_NEAR(most->other_elo, 0, 1e-9);
    EXPECT_FALSE(repeated_play({.true_elo = 50, .repeat_share = 0.95}));
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
