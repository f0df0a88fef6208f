#include "sprt/schedule/delivery.hpp"
#include "sprt/simulate/simulation.hpp"
#include "sprt/stats/motion/planning.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace sprt {
namespace {

SimulatedMatch match(Model model, double elo1 = 50, std::uint64_t concurrency = 1) {
    return {.test = {model, TestKind::Sprt, {.elo0 = 0, .elo1 = elo1}},
            .repeats = default_repeat_rule(model),
            .concurrency = concurrency};
}

void expect_same(const SimulatedRuns& a, const SimulatedRuns& b) {
    EXPECT_EQ(a.h0, b.h0);
    EXPECT_EQ(a.h1, b.h1);
    EXPECT_EQ(a.max_games, b.max_games);
    EXPECT_EQ(a.openings_used_up, b.openings_used_up);
    EXPECT_EQ(a.games, b.games);
}

TEST(Simulation, TheSameSeedGivesTheSameRuns) {
    const GameModel model{.true_elo = 20, .draws = 0.1, .bias_elo = 100, .losses_last = 2};
    const SimulatedMatch here = match(Model::Pentanomial, 50, 8);
    const SimulatedRuns runs = simulate(here, model, 200, 1);
    const SimulatedRuns again = simulate(here, model, 200, 1);
    expect_same(runs, again);
    EXPECT_EQ(runs.games_beyond, again.games_beyond);
    EXPECT_NE(runs.games, simulate(here, model, 200, 2).games);
    EXPECT_EQ(runs.runs(), 200u);
    EXPECT_TRUE(std::is_sorted(runs.games.begin(), runs.games.end()));
}

/// A run knows nothing of those before it.
TEST(Simulation, ARunIsAFunctionOfItsSeed) {
    const GameModel model{.true_elo = 10, .draws = 0.1};
    const SimulatedMatch here = match(Model::Trinomial, 30, 3);
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
        const SimulatedRun a = simulate_run(here, model, seed);
        const SimulatedRun b = simulate_run(here, model, seed);
        EXPECT_EQ(a.verdict, b.verdict);
        EXPECT_EQ(a.games, b.games);
        EXPECT_EQ(a.games_beyond, b.games_beyond);
    }
}

/// The promise of the schedule's order: how many games are played at once, and how long they take, changes
/// nothing but the number of games beyond the verdict.
TEST(Simulation, NeitherConcurrencyNorDurationsChangeAVerdict) {
    for (const Model model : {Model::Pentanomial, Model::Wald}) {
        GameModel games{.draws = 0.05, .bias_elo = 300};
        const SimulatedRuns alone = simulate(match(model), games, 300, 1);
        for (const std::uint64_t concurrency : {2U, 7U, 64U}) {
            for (const double losses_last : {0.1, 1.0, 50.0}) {
                games.losses_last = losses_last;
                const SimulatedRuns many = simulate(match(model, 50, concurrency), games, 300, 1);
                expect_same(many, alone);
                EXPECT_GT(many.games_beyond, alone.games_beyond);
            }
        }
    }
}

TEST(Simulation, CompletionOrderCountsShortGamesFirst) {
    for (const Model model : {Model::Pentanomial, Model::Trinomial}) {
        SimulatedMatch here = match(model, 50, 64);
        const GameModel games{.losses_last = 4};
        const SimulatedRuns in_order = simulate(here, games, 500, 1);
        here.order = CountingOrder::Completion;
        const SimulatedRuns as_they_finish = simulate(here, games, 500, 1);
        EXPECT_LT(in_order.h1, 50u);
        EXPECT_GT(as_they_finish.h1, 250u);
        EXPECT_EQ(as_they_finish.h0 + as_they_finish.h1, 500u);
        // One at a time there is no other order.
        here.concurrency = 1;
        SimulatedMatch alone = here;
        alone.order = CountingOrder::Schedule;
        expect_same(simulate(here, games, 200, 1), simulate(alone, games, 200, 1));
    }
}

TEST(Simulation, PlaysNothingBeyondTheVerdictOneAtATime) {
    for (std::uint64_t seed = 0; seed < 50; ++seed) {
        const SimulatedRun run = simulate_run(match(Model::Pentanomial), {}, seed);
        EXPECT_EQ(run.reason, EndReason::Verdict);
        EXPECT_NE(run.verdict, Verdict::Continue);
        EXPECT_EQ(run.games_beyond, 0u);
        EXPECT_EQ(run.games % 2, 0u);
    }
}

/// One game in a hundred takes as long as all others: the rest waits, but does not run away.
TEST(Simulation, GamesBegunRunAheadNoFurtherThanInRealRuns) {
    constexpr std::uint64_t kConcurrency = 4;
    constexpr std::uint64_t kLead = kConcurrency * kLeadPerWorker;
    std::uint64_t most = 0;
    for (std::uint64_t seed = 0; seed < 100; ++seed) {
        const GameModel model{.true_elo = 800, .losses_last = 1e6};
        SimulatedMatch here = match(Model::Pentanomial, 1500, kConcurrency);
        here.max_games = 10'000;
        most = std::max(most, simulate_run(here, model, seed).games_beyond);
    }
    EXPECT_LE(most, kLead + 1); // pairs begin whole
    EXPECT_GE(most, kLead - 2);
}

TEST(Simulation, TheLimitOfGamesEndsRuns) {
    SimulatedMatch here = match(Model::Wald, 50, 4);
    here.max_games = 31;
    const SimulatedRuns runs = simulate(here, {}, 300, 1);
    EXPECT_GT(runs.max_games, 200u);
    EXPECT_EQ(runs.h0 + runs.h1 + runs.max_games, 300u);
    EXPECT_EQ(runs.undecided(), runs.max_games);
    EXPECT_EQ(runs.games.back(), 31u);
    EXPECT_EQ(runs.quantile(0.5), 31u);
}

/// Draws say nothing to wald, so that it never ends.
TEST(Simulation, EndsThoughTheTestDoesNot) {
    const SimulatedRun run =
        simulate_run(match(Model::Wald), {.draws = 1, .book = 4, .deterministic = true}, 1);
    EXPECT_EQ(run.reason, EndReason::MaxGames);
    EXPECT_EQ(run.games, kMostSimulatedGames);
}

TEST(Simulation, AUsedUpBookEndsACollapsedRun) {
    SimulatedMatch here = match(Model::Pentanomial, 10, 4);
    for (const bool deterministic : {false, true}) {
        const GameModel model{.book = 12, .deterministic = deterministic};
        const SimulatedRuns runs = simulate(here, model, 50, 1);
        EXPECT_EQ(runs.openings_used_up, 50u);
        EXPECT_EQ(runs.games.front(), 24u);
        EXPECT_EQ(runs.games.back(), 24u);
        EXPECT_EQ(runs.games_beyond, 0);
    }
}

TEST(Simulation, ABookBeginsAgainWhenRepeatsCount) {
    SimulatedMatch here = match(Model::Pentanomial, 10, 4);
    here.repeats = RepeatRule::Count;
    const SimulatedRuns runs = simulate(here, {.book = 12}, 50, 1);
    EXPECT_EQ(runs.h0 + runs.h1, 50u);
    EXPECT_GT(runs.games.back(), 1000u);
}

/// Two games, again and again: whichever way they went decides.
TEST(Simulation, DeterministicGamesAreReplayed) {
    SimulatedMatch here = match(Model::Pentanomial);
    here.repeats = RepeatRule::Count;
    const GameModel model{.book = 1, .deterministic = true};
    // Source: games until the verdict for endless equal pairs, measured with the reference tools: 40 when
    // each wins one, 46 when agent 1 wins both; without draws there is only both lost besides, again 40.
    bool ended_h0 = false;
    bool ended_h1 = false;
    for (std::uint64_t seed = 0; seed < 100; ++seed) {
        const SimulatedRun run = simulate_run(here, model, seed);
        EXPECT_EQ(run.games, run.verdict == Verdict::H1 ? 46u : 40u);
        ended_h0 = ended_h0 || run.verdict == Verdict::H0;
        ended_h1 = ended_h1 || run.verdict == Verdict::H1;
    }
    EXPECT_TRUE(ended_h0 && ended_h1);
    EXPECT_GT(simulate(here, {.book = 1}, 50, 1).games.back(), 46u); // otherwise they differ
}

/// The bias of openings is not seen by a test that counts pairs, in either seat, but for the strength it
/// needs.
TEST(Simulation, TheScoreOfPairsIsWhatWasAskedFor) {
    for (const double bias : {0.0, 300.0, -300.0}) {
        const GameModel model{.true_elo = 50, .draws = 0.05, .bias_elo = bias};
        SimulatedMatch here = match(Model::Pentanomial, 100, 1); // the truth lies in the middle
        const SimulatedRuns runs = simulate(here, model, 4000, 1);
        EXPECT_NEAR(static_cast<double>(runs.h1) / 4000, 0.5, 0.035) << bias; // standard error 0.008
    }
}

TEST(Simulation, AgreesWithThePlan) {
    for (const Model model : {Model::Pentanomial, Model::Trinomial, Model::Wald}) {
        for (const double bias : {0.0, 200.0}) {
            const GameModel games{.true_elo = 0, .draws = 0.1, .bias_elo = bias};
            const SimulatedRuns runs = simulate(match(model), games, 4000, 3);
            const auto expected = plan({.hypotheses = {.elo0 = 0, .elo1 = 50},
                                        .model = model,
                                        .true_elo = games.true_elo,
                                        .draws = games.draws,
                                        .bias_elo = bias});
            EXPECT_NEAR(runs.mean_games() / expected->games, 1, 0.06) << name(model) << bias;
            EXPECT_NEAR(static_cast<double>(runs.quantile(0.5)) / expected->games_median, 1, 0.06);
            EXPECT_NEAR(static_cast<double>(runs.quantile(0.95)) / expected->games_q95, 1, 0.1);
            EXPECT_NEAR(static_cast<double>(runs.h1) / 4000, expected->p_h1, 0.02);
        }
    }
}

TEST(SimulatedRuns, SummarisesGames) {
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

TEST(WrongVerdict, DependsOnTheTruth) {
    const SequentialTest test(Model::Pentanomial, TestKind::Sprt, {.elo0 = 0, .elo1 = 50});
    EXPECT_EQ(wrong_verdict(test, {.true_elo = -10}), Verdict::H1);
    EXPECT_EQ(wrong_verdict(test, {.true_elo = 0}), Verdict::H1);
    EXPECT_EQ(wrong_verdict(test, {.true_elo = 25}), Verdict::Continue);
    EXPECT_EQ(wrong_verdict(test, {.true_elo = 50}), Verdict::H0);
    EXPECT_EQ(wrong_verdict(test, {.true_elo = 90}), Verdict::H0);
}

/// With openings that decide most games 30 Elo are more than 50 of normalized Elo.
TEST(WrongVerdict, TakesTheScaleOfNormalizedElo) {
    const SequentialTest test(Model::Normalized, TestKind::Sprt, {.elo0 = 0, .elo1 = 50});
    EXPECT_EQ(wrong_verdict(test, {.true_elo = 0, .bias_elo = 300}), Verdict::H1);
    EXPECT_EQ(wrong_verdict(test, {.true_elo = 30}), Verdict::Continue);
    EXPECT_EQ(wrong_verdict(test, {.true_elo = 40, .bias_elo = 300}), Verdict::H0);
}

} // namespace
} // namespace sprt
