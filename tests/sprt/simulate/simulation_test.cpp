#include "sprt/schedule/schedule.hpp"
#include "sprt/schedule/tuning.hpp"
#include "sprt/simulate/simulation.hpp"
#include "tests/sprt/simulate/match_of.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <map>
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

/// When half the games are drawn, 10 Elo of the score are 20 of decisive games and 13.3 of BayesElo.
TEST(WrongVerdict, truth_is_on_the_scale_of_the_model) {
    const auto wrong = [](Model model, double elo, double repeat_share = 0) {
        return wrong_verdict(SequentialTest(model, {.elo0 = 0, .elo1 = 20}),
                             {.true_elo = elo, .draws = 0.5, .repeat_share = repeat_share});
    };
    for (const auto& [model, elo] : {std::pair(Model::Pentanomial, 20.0), std::pair(Model::Trinomial, 20.0),
                                     std::pair(Model::Wald, 10.0), std::pair(Model::Bayeselo, 20.0),
                                     std::pair(Model::BayeseloTrue, 15.0)}) {
        EXPECT_EQ(wrong(model, 0), Verdict::H1) << name(model);
        EXPECT_EQ(wrong(model, elo - 0.5), Verdict::Continue) << name(model);
        EXPECT_EQ(wrong(model, elo + 0.5), Verdict::H0) << name(model);
    }
    EXPECT_EQ(wrong(Model::Wald, 11, 0.2), Verdict::Continue) << "games that repeat are decisive here";
    EXPECT_EQ(wrong(Model::Wald, 15, 0.2), Verdict::H0);
    const SequentialTest wald(Model::Wald, {.elo0 = -5, .elo1 = 5});
    EXPECT_EQ(wrong_verdict(wald, {.draws = 1}), Verdict::Continue) << "no game is decisive";
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

TEST(SimulatedTuningSlow, two_parameters_find_most_of_the_gain_in_10_000_games) {
    const SimulatedTunings runs = simulate(model_of(2, 10'000), kRuns, 1);
    EXPECT_EQ(runs.gains.size(), kRuns);
    EXPECT_TRUE(std::ranges::is_sorted(runs.gains));
    EXPECT_GT(runs.mean(), 0.8 * 30);
    EXPECT_LE(runs.gains.back(), 30); // nothing is stronger than the best values
    EXPECT_EQ(runs.weaker(), 0u);
}

TEST(SimulatedTuningSlow, more_games_gain_more_and_more_parameters_less) {
    const double few = share_gained(model_of(5, 500));
    const double some = share_gained(model_of(5, 2'000));
    const double many = share_gained(model_of(5, 10'000));
    EXPECT_LT(few + 0.1, some);
    EXPECT_LT(some + 0.1, many);
    EXPECT_LT(share_gained(model_of(20, 2'000)) + 0.1, some);
}

TEST(SimulatedTuningSlow, greater_differences_are_easier_to_see) {
    TuningModel model = model_of(20, 2'000);
    const double usual = share_gained(model);
    model.win_elo = 200;
    EXPECT_GT(share_gained(model), usual + 0.2);
}

TEST(SimulatedTuningSlow, draws_take_chance_away) {
    TuningModel model = model_of(20, 2'000);
    const auto spread = [&](double draws) {
        model.draws = draws;
        const SimulatedTunings runs = simulate(model, 2 * kRuns, 1);
        return runs.quantile(0.9) - runs.quantile(0.1);
    };
    EXPECT_LT(spread(0.95), 0.7 * spread(0));
}

TEST(SimulatedTuningSlow, lag_costs_gain) {
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
