// Whether forecasts come true in simulated runs. docs/simulations.md has the figures of
// tests/bench/forecast.cpp, which measures the same with more runs.

#include "sprt/simulate/game_model.hpp"
#include "tests/sprt/simulate/forecast_calibration.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>

namespace sprt {
namespace {

/// A forecast does not know the true strength, so it is right on average over strengths of its prior.
TEST(ForecastSlow, forecasts_come_true_as_often_as_they_say) {
    const SequentialTest test(Model::Pentanomial, TestKind::Sprt, {.elo0 = 0, .elo1 = 50});
    for (const double bias : {0.0, 300.0}) {
        Random random(1);
        ForecastCalibration all;
        for (int i = 0; i < 10'000; ++i) {
            const auto chances =
                pair_chances({.true_elo = true_elo_of_prior(50, random), .draws = 0.05, .bias_elo = bias});
            ForecastRun(test, chances, random).count_in(all, i % 100 == 0);
        }
        for (const ForecastBin& bin : all.bins) {
            const double promised = bin.promised / bin.forecasts;
            const double chance = 2 * std::sqrt(bin.squares) / bin.forecasts;
            fmt::print("bias {}: forecasts of {:.3f} came true in {:.3f} +- {:.3f}\n", bias, promised,
                       bin.h1 / bin.forecasts, chance);
            EXPECT_NEAR(bin.h1 / bin.forecasts, promised, 0.025 + chance);
        }
        EXPECT_NEAR(all.in_range / all.ranges, 0.8, 0.12);
    }
}

} // namespace
} // namespace sprt
