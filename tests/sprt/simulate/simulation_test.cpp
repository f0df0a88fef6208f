#include "sprt/simulate/simulation.hpp"
#include "tests/sprt/simulate/match_of.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace sprt {
namespace {

void expect_same(const SimulatedRuns& a, const SimulatedRuns& b) {
    EXPECT_EQ(a.h0, b.h0);
    EXPECT_EQ(a.h1, b.h1);
    EXPECT_EQ(a.max_games, b.max_games);
    EXPECT_EQ(a.openings_used_up, b.openings_used_up);
    EXPECT_EQ(a.games, b.games);
}

TEST(Simulation, same_seed_gives_the_same_runs) {
    const GameModel model{.true_elo = 20, .draws = 0.1, .bias_elo = 100, .losses_last = 2};
    const SimulatedMatch here = match_of(Model::Pentanomial, 50, 8);
    const SimulatedRuns runs = simulate(here, model, 200, 1);
    const SimulatedRuns again = simulate(here, model, 200, 1);
    expect_same(runs, again);
    EXPECT_EQ(runs.games_beyond, again.games_beyond);
    EXPECT_NE(runs.games, simulate(here, model, 200, 2).games);
    EXPECT_EQ(runs.runs(), 200u);
    EXPECT_TRUE(std::is_sorted(runs.games.begin(), runs.games.end()));
}

/// The promise of counting in schedule order. Only the number of games beyond the verdict changes.
TEST(Simulation, verdicts_do_not_depend_on_concurrency_and_durations) {
    for (const Model model : {Model::Pentanomial, Model::Wald}) {
        GameModel games{.draws = 0.05, .bias_elo = 300};
        const SimulatedRuns alone = simulate(match_of(model), games, 300, 1);
        for (const std::uint64_t concurrency : {2U, 7U, 64U}) {
            for (const double losses_last : {0.1, 1.0, 50.0}) {
                games.losses_last = losses_last;
                const SimulatedRuns many = simulate(match_of(model, 50, concurrency), games, 300, 1);
                expect_same(many, alone);
                EXPECT_GT(many.games_beyond, alone.games_beyond);
            }
        }
    }
}

TEST(Simulation, completion_order_distorts_verdicts) {
    for (const Model model : {Model::Pentanomial, Model::Trinomial}) {
        SimulatedMatch here = match_of(model, 50, 64);
        const GameModel games{.losses_last = 4};
        const SimulatedRuns in_order = simulate(here, games, 500, 1);
        here.order = CountingOrder::Completion;
        const SimulatedRuns as_they_finish = simulate(here, games, 500, 1);
        EXPECT_LT(in_order.h1, 50u);
        EXPECT_GT(as_they_finish.h1, 250u);
        EXPECT_EQ(as_they_finish.h0 + as_they_finish.h1, 500u);
        // With one worker both orders are the same.
        here.concurrency = 1;
        SimulatedMatch alone = here;
        alone.order = CountingOrder::Schedule;
        expect_same(simulate(here, games, 200, 1), simulate(alone, games, 200, 1));
    }
}

TEST(Simulation, limit_of_games_ends_runs) {
    SimulatedMatch here = match_of(Model::Wald, 50, 4);
    here.max_games = 31;
    const SimulatedRuns runs = simulate(here, {}, 300, 1);
    EXPECT_GT(runs.max_games, 200u);
    EXPECT_EQ(runs.h0 + runs.h1 + runs.max_games, 300u);
    EXPECT_EQ(runs.undecided(), runs.max_games);
    EXPECT_EQ(runs.games.back(), 31u);
    EXPECT_EQ(runs.quantile(0.5), 31u);
}

TEST(Simulation, run_that_collapses_repeats_ends_with_its_book) {
    SimulatedMatch here = match_of(Model::Pentanomial, 10, 4);
    for (const bool deterministic : {false, true}) {
        const GameModel model{.book = 12, .deterministic = deterministic};
        const SimulatedRuns runs = simulate(here, model, 50, 1);
        EXPECT_EQ(runs.openings_used_up, 50u);
        EXPECT_EQ(runs.games.front(), 24u);
        EXPECT_EQ(runs.games.back(), 24u);
        EXPECT_EQ(runs.games_beyond, 0);
    }
}

TEST(Simulation, book_begins_again_when_repeats_count) {
    SimulatedMatch here = match_of(Model::Pentanomial, 10, 4);
    here.repeats = RepeatRule::Count;
    const SimulatedRuns runs = simulate(here, {.book = 12}, 50, 1);
    EXPECT_EQ(runs.h0 + runs.h1, 50u);
    EXPECT_GT(runs.games.back(), 1000u);
}

TEST(Simulation, score_of_pairs_is_the_true_elo_whatever_the_bias) {
    for (const double bias : {0.0, 300.0, -300.0}) {
        const GameModel model{.true_elo = 50, .draws = 0.05, .bias_elo = bias};
        SimulatedMatch here = match_of(Model::Pentanomial, 100, 1); // the truth lies in the middle
        const SimulatedRuns runs = simulate(here, model, 4000, 1);
        EXPECT_NEAR(static_cast<double>(runs.h1) / 4000, 0.5, 0.035) << bias; // standard error 0.008
    }
}

TEST(SimulatedRuns, games_are_summarised) {
    SimulatedRuns runs;
    runs.games = {2, 4, 6, 8};
    EXPECT_EQ(runs.mean_games(), 5);
    EXPECT_NEAR(runs.standard_error().value(), std::sqrt(20. / 3 / 4), 1e-12);
    EXPECT_EQ(runs.quantile(0), 2u);
    EXPECT_EQ(runs.quantile(0.5), 4u);
    EXPECT_EQ(runs.quantile(0.51), 6u);
    EXPECT_EQ(runs.quantile(0.95), 8u);
    EXPECT_EQ(runs.quantile(1), 8u);
    runs.games = {7};
    EXPECT_FALSE(runs.standard_error());
    EXPECT_EQ(runs.quantile(0.5), 7u);
}

TEST(WrongVerdict, wrong_verdict_depends_on_the_truth) {
    const SequentialTest test(Model::Pentanomial, {.elo0 = 0, .elo1 = 50});
    EXPECT_EQ(wrong_verdict(test, {.true_elo = -10}), Verdict::H1);
    EXPECT_EQ(wrong_verdict(test, {.true_elo = 0}), Verdict::H1);
    EXPECT_EQ(wrong_verdict(test, {.true_elo = 25}), Verdict::Continue);
    EXPECT_EQ(wrong_verdict(test, {.true_elo = 50}), Verdict::H0);
    EXPECT_EQ(wrong_verdict(test, {.true_elo = 90}), Verdict::H0);
}

/// With openings that decide most games, 40 Elo are more than 50 of normalized Elo.
TEST(WrongVerdict, truth_is_in_normalized_elo_for_the_model_normalized) {
    const SequentialTest test(Model::Normalized, {.elo0 = 0, .elo1 = 50});
    EXPECT_EQ(wrong_verdict(test, {.true_elo = 0, .bias_elo = 300}), Verdict::H1);
    EXPECT_EQ(wrong_verdict(test, {.true_elo = 30}), Verdict::Continue);
    EXPECT_EQ(wrong_verdict(test, {.true_elo = 40, .bias_elo = 300}), Verdict::H0);
}

} // namespace
} // namespace sprt
