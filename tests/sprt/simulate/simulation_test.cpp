#include "sprt/schedule/schedule.hpp"
#include "sprt/schedule/tuning.hpp"
#include "sprt/simulate/simulation.hpp"
#include "tests/sprt/simulate/match_of.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <vector>

namespace sprt {
namespace {

TEST(VirtualWorkers, every_game_finishes_once_and_after_the_first_of_its_pair) {
    for (const std::uint64_t count : {1U, 3U, 16U}) {
        Schedule schedule(101, std::nullopt, false);
        SimulatedGames games({.losses_last = 20}, 5);
        VirtualWorkers workers(count, schedule, games);
        std::set<std::uint64_t> finished;
        while (const auto result = workers.next(finished.size())) {
            EXPECT_TRUE(finished.insert(result->game).second);
            EXPECT_TRUE(result->game % 2 == 0 || finished.contains(result->game - 1)) << result->game;
        }
        EXPECT_EQ(finished.size(), 101u);
        EXPECT_EQ(workers.begun(), 101u);
    }
}

TEST(VirtualWorkers, no_pair_begins_beyond_the_lead) {
    Schedule schedule(1000, std::nullopt, false);
    SimulatedGames games({}, 5);
    VirtualWorkers workers(4, schedule, games);
    EXPECT_EQ(workers.lead(), 4 * kLeadPerWorker);
    std::vector<std::uint64_t> finished;
    while (const auto result = workers.next(0)) {
        finished.push_back(result->game);
    }
    EXPECT_EQ(finished.size(), workers.lead());
    EXPECT_EQ(workers.begun(), workers.lead());
}

TEST(SimulatedRun, run_is_a_function_of_its_seed) {
    const GameModel model{.true_elo = 10, .draws = 0.1};
    const SimulatedMatch here = match_of(Model::Trinomial, 30, 3);
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
        const SimulatedRun a = simulate_run(here, model, seed);
        const SimulatedRun b = simulate_run(here, model, seed);
        EXPECT_EQ(a.verdict, b.verdict);
        EXPECT_EQ(a.games, b.games);
        EXPECT_EQ(a.games_beyond, b.games_beyond);
    }
}

TEST(SimulatedRun, single_worker_plays_nothing_beyond_the_verdict) {
    for (std::uint64_t seed = 0; seed < 50; ++seed) {
        const SimulatedRun run = simulate_run(match_of(Model::Pentanomial), {}, seed);
        EXPECT_EQ(run.reason, EndReason::Verdict);
        EXPECT_NE(run.verdict, Verdict::Continue);
        EXPECT_EQ(run.games_beyond, 0u);
        EXPECT_EQ(run.games % 2, 0u);
    }
}

/// One game in a hundred takes as long as all others.
TEST(SimulatedRun, games_begun_are_at_most_the_lead_ahead) {
    constexpr std::uint64_t kConcurrency = 4;
    constexpr std::uint64_t kLead = kConcurrency * kLeadPerWorker;
    std::uint64_t most = 0;
    for (std::uint64_t seed = 0; seed < 100; ++seed) {
        const GameModel model{.true_elo = 800, .losses_last = 1e6};
        SimulatedMatch here = match_of(Model::Pentanomial, 1500, kConcurrency);
        here.max_games = 10'000;
        most = std::max(most, simulate_run(here, model, seed).games_beyond);
    }
    EXPECT_LE(most, kLead + 1); // pairs begin whole
    EXPECT_GE(most, kLead - 2);
}

TEST(SimulatedRun, deterministic_games_from_one_opening_are_equal) {
    SimulatedMatch here = match_of(Model::Pentanomial);
    here.repeats = RepeatRule::Count;
    const GameModel model{.book = 1, .deterministic = true};
    // Source: games until the verdict of equal pairs, measured with the reference tools: 40 when each agent
    // wins one game, 46 when agent 1 wins both, 40 when it loses both. There are no draws.
    bool ended_h0 = false;
    bool ended_h1 = false;
    for (std::uint64_t seed = 0; seed < 100; ++seed) {
        const SimulatedRun run = simulate_run(here, model, seed);
        EXPECT_EQ(run.games, run.verdict == Verdict::H1 ? 46u : 40u);
        ended_h0 = ended_h0 || run.verdict == Verdict::H0;
        ended_h1 = ended_h1 || run.verdict == Verdict::H1;
    }
    EXPECT_TRUE(ended_h0 && ended_h1);
    EXPECT_GT(simulate(here, {.book = 1}, 50, 1).games.back(), 46u); // other games differ
}

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

constexpr std::uint64_t kRuns = 40;

TuningModel model_of(std::size_t params, std::uint64_t games) {
    return {.params = params, .pairs = games / 2, .lag = usual_lag(games / 2)};
}

double share_gained(const TuningModel& model) {
    return simulate(model, kRuns, 1).mean() / model.win_elo;
}

TEST(SimulatedTuning, is_a_function_of_its_seed) {
    const TuningModel model = model_of(3, 500);
    EXPECT_EQ(simulate_tuning(model, 7), simulate_tuning(model, 7));
    EXPECT_NE(simulate_tuning(model, 7), simulate_tuning(model, 8));
    EXPECT_EQ(simulate(model, 5, 1).gains, simulate(model, 5, 1).gains);
    EXPECT_NE(simulate(model, 5, 1).gains, simulate(model, 5, 2).gains);
}

TEST(SimulatedTuning, two_parameters_find_most_of_the_gain_in_10_000_games) {
    const SimulatedTunings runs = simulate(model_of(2, 10'000), kRuns, 1);
    EXPECT_EQ(runs.gains.size(), kRuns);
    EXPECT_TRUE(std::ranges::is_sorted(runs.gains));
    EXPECT_GT(runs.mean(), 0.8 * 30);
    EXPECT_LE(runs.gains.back(), 30); // nothing is stronger than the best values
    EXPECT_EQ(runs.weaker(), 0u);
}

TEST(SimulatedTuning, more_games_gain_more_and_more_parameters_less) {
    const double few = share_gained(model_of(5, 500));
    const double some = share_gained(model_of(5, 2'000));
    const double many = share_gained(model_of(5, 10'000));
    EXPECT_LT(few + 0.1, some);
    EXPECT_LT(some + 0.1, many);
    EXPECT_LT(share_gained(model_of(20, 2'000)) + 0.1, some);
}

TEST(SimulatedTuning, greater_differences_are_easier_to_see) {
    TuningModel model = model_of(20, 2'000);
    const double usual = share_gained(model);
    model.win_elo = 200;
    EXPECT_GT(share_gained(model), usual + 0.2);
}

TEST(SimulatedTuning, draws_take_chance_away) {
    TuningModel model = model_of(20, 2'000);
    const auto spread = [&](double draws) {
        model.draws = draws;
        const SimulatedTunings runs = simulate(model, 2 * kRuns, 1);
        return runs.quantile(0.9) - runs.quantile(0.1);
    };
    EXPECT_LT(spread(0.95), 0.7 * spread(0));
}

TEST(SimulatedTuning, lag_costs_gain) {
    TuningModel model = model_of(2, 10'000);
    const double usual = share_gained(model);
    model.lag = model.pairs / 4;
    EXPECT_LT(share_gained(model), usual - 0.05);
    model.lag = model.pairs; // nothing is counted before all is played
    EXPECT_LT(share_gained(model), usual - 0.2);
}

TEST(SimulatedTunings, are_summarised) {
    const SimulatedTunings runs{.gains = {-5, -1, 0, 4, 12}};
    EXPECT_EQ(runs.mean(), 2);
    EXPECT_EQ(runs.weaker(), 2u); // those as strong as the start are not
    EXPECT_EQ(runs.quantile(0.1), -5);
    EXPECT_EQ(runs.quantile(0.5), 0);
    EXPECT_EQ(runs.quantile(0.9), 12);
}

TEST(UsualLag, is_a_32nd_of_the_pairs_within_4_and_1024) {
    EXPECT_EQ(usual_lag(16), 4u);
    EXPECT_EQ(usual_lag(10'000), 312u);
    EXPECT_EQ(usual_lag(1'000'000), 1024u);
}

} // namespace
} // namespace sprt
