#include "sprt/stats/counts.hpp"
#include "sprt/stats/model.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

namespace sprt {

namespace {

TEST(Model, names_are_read_back) {
    for (const Model model : kModels) {
        EXPECT_EQ(model_named(name(model)), model);
    }
    EXPECT_EQ(name(Model::Pentanomial), "pentanomial");
    EXPECT_EQ(name(Model::Bayeselo), "bayeselo");
    EXPECT_EQ(name(Model::BayeseloTrue), "bayeselo-true");
    EXPECT_EQ(model_named("Wald"), std::nullopt);
    EXPECT_EQ(model_named(""), std::nullopt);
}

TEST(Model, pairwise_models_are_pentanomial_and_normalized) {
    EXPECT_TRUE(is_pairwise(Model::Pentanomial));
    EXPECT_TRUE(is_pairwise(Model::Normalized));
    EXPECT_FALSE(is_pairwise(Model::Trinomial));
    EXPECT_FALSE(is_pairwise(Model::Wald));
    EXPECT_FALSE(is_pairwise(Model::Bayeselo));
    EXPECT_FALSE(is_pairwise(Model::BayeseloTrue));
}

TEST(RepeatRule, names_are_read_back) {
    EXPECT_EQ(name(RepeatRule::Count), "count");
    EXPECT_EQ(name(RepeatRule::Collapse), "collapse");
    EXPECT_EQ(repeat_rule_named("count"), RepeatRule::Count);
    EXPECT_EQ(repeat_rule_named("collapse"), RepeatRule::Collapse);
    EXPECT_EQ(repeat_rule_named("Count"), std::nullopt);
    EXPECT_EQ(repeat_rule_named(""), std::nullopt);
}

TEST(RepeatRule, models_of_pairs_collapse_repeats_by_default) {
    for (const Model model : kModels) {
        EXPECT_EQ(default_repeat_rule(model), is_pairwise(model) ? RepeatRule::Collapse : RepeatRule::Count);
    }
}

} // namespace

namespace {

double pair_score(const PlayModel& play) {
    double result = 0;
    for (std::size_t i = 0; i < play.pair.size(); ++i) {
        result += play.pair[i] * static_cast<double>(i) / 4;
    }
    return result;
}

double score(const GameChances& chances) {
    return chances.win + chances.draw / 2;
}

/// The difference in strength: the mean of the Elo of both games, which an opening raises and lowers alike.
double strength(const PlayModel& play) {
    return (elo_of_score(score(play.favoured)) + elo_of_score(score(play.hindered))) / 2;
}

TEST(PlayModel, without_bias_strength_is_the_true_elo) {
    const PlayModel play = play_model(50, 0.1, 0);
    EXPECT_NEAR(strength(play), 50, 1e-9);
    EXPECT_NEAR(score(play.game), expected_score(50), 1e-12);
    EXPECT_NEAR(play.game.draw, 0.4 * expected_score(50) * expected_score(-50), 1e-12);
    EXPECT_NEAR(play_model(0, 0.1, 0).game.draw, 0.1, 1e-15);
}

TEST(PlayModel, bias_makes_strength_larger_than_the_true_elo) {
    // Source: a study of such games, in which 50 Elo in the score at a bias of 300 are 95.8 in strength.
    const PlayModel play = play_model(50, 0, 300);
    EXPECT_NEAR(strength(play), 95.8, 0.05);
    EXPECT_NEAR(score(play.favoured), expected_score(strength(play) + 300), 1e-12);
    EXPECT_NEAR(score(play.hindered), expected_score(strength(play) - 300), 1e-12);
    EXPECT_NEAR(play.pair[4], play.favoured.win * play.hindered.win, 1e-15);
    EXPECT_NEAR(strength(play_model(-50, 0, 300)), -strength(play), 1e-9);
    EXPECT_EQ(strength(play_model(50, 0, -300)), strength(play));
    const PlayModel equals = play_model(0, 0.1, 300);
    EXPECT_EQ(equals.favoured.win, equals.hindered.loss);
    EXPECT_EQ(equals.favoured.draw, equals.hindered.draw);
}

TEST(PlayModel, chances_sum_to_1_and_have_the_true_score) {
    for (const double elo : {-1e9, -2000.0, -300.0, -1.0, 0.0, 0.001, 50.0, 2000.0, 1e9}) {
        for (const double draws : {0.0, 0.1, 0.5, 0.9, 1.0}) {
            for (const double bias : {0.0, 10.0, 300.0, 2000.0, -1e9}) {
                const PlayModel play = play_model(elo, draws, bias);
                EXPECT_NEAR(std::accumulate(play.pair.begin(), play.pair.end(), 0.0), 1, 1e-12);
                EXPECT_NEAR(pair_score(play), expected_score(elo), 1e-9);
                for (const GameChances& chances : {play.favoured, play.hindered, play.game}) {
                    EXPECT_NEAR(chances.win + chances.draw + chances.loss, 1, 1e-12);
                    EXPECT_GE(chances.win, 0);
                    EXPECT_GE(chances.draw, 0);
                    EXPECT_GE(chances.loss, 0);
                }
            }
        }
    }
}

TEST(PlayModel, true_elo_has_the_normalized_elo_that_was_asked_for) {
    for (const double nelo : {-400.0, -5.0, 0.0, 5.0, 50.0, 2000.0}) {
        for (const double draws : {0.0, 0.5}) {
            for (const double bias : {0.0, 300.0}) {
                const auto elo = true_elo_of_nelo(nelo, draws, bias);
                ASSERT_TRUE(elo) << nelo << ' ' << draws << ' ' << bias;
                const Moments pairs = moments(play_model(*elo, draws, bias).pair);
                const double t = (pairs.mean - 0.5) / std::sqrt(2 * pairs.variance);
                EXPECT_NEAR(t * kNormalizedEloUnit, nelo, 1e-6);
                EXPECT_FALSE(*elo == 0 && std::signbit(*elo));
            }
        }
    }
    // Without draws and bias the unit is chosen so that small differences are the same in both.
    EXPECT_NEAR(*true_elo_of_nelo(1, 0, 0), 1, 1e-4);
    for (const double draws : {0.0, 0.05, 0.1, 0.3, 0.9}) {
        for (const double bias : {0.0, 50.0, 200.0, 300.0}) {
            EXPECT_NEAR(true_elo_of_nelo(0, draws, bias).value_or(INFINITY), 0, 1e-9) << draws << ' ' << bias;
        }
    }
    EXPECT_FALSE(true_elo_of_nelo(0, 1, 0)); // all games are drawn
    EXPECT_FALSE(true_elo_of_nelo(1e9, 0, 0));
}

} // namespace

} // namespace sprt
