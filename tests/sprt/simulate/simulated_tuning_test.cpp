#include "sprt/schedule/tuning.hpp"
#include "sprt/simulate/simulated_tuning.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace sprt {
namespace {

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
