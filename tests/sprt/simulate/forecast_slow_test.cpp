// Whether forecasts come true in simulated runs. docs/evidence.md has the figures of
// tests/bench/forecast.cpp, which measures the same with more runs.

#include "tests/sprt/simulate/forecast_calibration.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <vector>

namespace sprt {
namespace {

/// A forecast does not know the true strength, so it is right on average over strengths of its prior.
TEST(ForecastSlow, forecasts_come_true_as_often_as_they_say) {
    constexpr std::array<std::uint64_t, 8> kLooks{8, 16, 32, 64, 128, 256, 512, 1024};
    const SequentialTest test(Model::Pentanomial, {.elo0 = 0, .elo1 = 50});
    for (const double bias : {0.0, 300.0}) {
        const Circumstances games{.draws = 0.05, .bias_elo = bias};
        Random random(1);
        ForecastCalibration all;
        for (int i = 0; i < 2'000; ++i) {
            const PlayModel play =
                play_model(true_elo_of_prior(test, games, random), games.draws, games.bias_elo);
            all.add(forecasted_run(test, play, kLooks, random));
        }
        for (const ForecastBin& bin : all.bins()) {
            const double promised = bin.promised / bin.forecasts;
            const double chance = 2 * std::sqrt(bin.squares) / bin.forecasts;
            fmt::print("bias {}: forecasts of {:.3f} came true in {:.3f} +- {:.3f}\n", bias, promised,
                       bin.h1 / bin.forecasts, chance);
            EXPECT_NEAR(bin.h1 / bin.forecasts, promised, 0.025 + chance);
        }
        EXPECT_NEAR(all.in_range(), 0.8, 0.12);
    }
}

TEST(ForecastSlow, forecasts_at_a_true_strength_are_near_the_games_that_are_left) {
    constexpr std::array<std::uint64_t, 1> kLook{30};
    constexpr int kRuns = 80;
    Random random(1);
    for (const Model model : kModels) {
        const SequentialTest test(model, {.elo0 = 0, .elo1 = 10});
        for (const double truth : {-400.0, -200.0, -100.0, 100.0, 200.0, 400.0}) {
            std::vector<double> said;
            double left = 0;
            double right = 0;
            while (said.size() < kRuns) {
                const ForecastedRun run = forecasted_run(test, play_model(truth, 0.05, 0), kLook, random);
                for (const ForecastLook& look : run.looks) {
                    said.push_back(look.forecast.units_left);
                    left += look.left / kRuns;
                    right += look.is_in_range() ? 1.0 / kRuns : 0;
                }
            }
            std::nth_element(said.begin(), said.begin() + kRuns / 2, said.end());
            fmt::print("{} {}: {:.1f} left, forecast {:.1f}, range right {:.2f}\n", name(model), truth, left,
                       said[kRuns / 2], right);
            EXPECT_GT(said[kRuns / 2], left / 2);
            EXPECT_LT(said[kRuns / 2], left * 2);
            EXPECT_GT(right, 0.6 - 0.1); // 0.6 and two deviations of chance
        }
    }
}

} // namespace
} // namespace sprt
