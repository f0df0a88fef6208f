// Measures whether forecasts come true: of the simulated runs to which a forecast gave a P(H1) of 40 to 50 %,
// how many ended with H1, and so for each ten per cent; and how often the number of pairs left lay in the
// forecast's range of 80 %. Once with true strengths drawn from the forecast's prior, and at four true
// strengths. Results: docs/simulations.md, "Forecasts that come true".
//
//     bench_forecast RUNS ELO1 BIAS SEED
//
// RUNS runs for each row of the table, of a test of [0, ELO1] with 5 % draws and openings that favour a side
// by BIAS Elo. A forecast is made after 8, 16, 32, ... pairs, as long as the test has not decided; the range
// of pairs left in every fiftieth run.

#include "sprt/simulate/game_model.hpp"
#include "sprt/stats/sequential_test.hpp"
#include "tests/bench/arguments.hpp"
#include "tests/sprt/simulate/forecast_calibration.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <functional>
#include <string>

namespace sprt {
namespace {

void print(const std::string& truth, const ForecastCalibration& all) {
    std::printf("| %s |", truth.c_str());
    for (const ForecastBin& bin : all.bins) {
        if (bin.forecasts < 100) {
            std::printf(" |");
            continue;
        }
        std::printf(" %.1f (%.1f +- %.1f) |", 100 * bin.h1 / bin.forecasts,
                    100 * bin.promised / bin.forecasts, 196 * std::sqrt(bin.squares) / bin.forecasts);
    }
    std::printf(" %.1f |\n", 100 * all.in_range / std::max(all.ranges, 1.0));
}

void measure(std::uint64_t runs, double elo1, double bias, std::uint64_t seed) {
    const SequentialTest test(Model::Pentanomial, TestKind::Sprt, {.elo0 = 0, .elo1 = elo1});
    std::printf("[0, %.0f], bias %.0f, %llu runs a row: of forecasts in each ten per cent, those that came "
                "true (promised +- 95 %% of chance), per cent; range of pairs left held, per cent\n",
                elo1, bias, static_cast<unsigned long long>(runs));
    Random random(seed);
    const auto row = [&](const std::string& truth, const std::function<double()>& true_elo) {
        ForecastCalibration all;
        for (std::uint64_t i = 0; i < runs; ++i) {
            const auto chances = pair_chances({.true_elo = true_elo(), .draws = 0.05, .bias_elo = bias});
            ForecastRun(test, chances, random).count_in(all, i % 50 == 0);
        }
        print(truth, all);
        std::fflush(stdout);
    };
    row("prior", [&] { return true_elo_of_prior(elo1, random); });
    constexpr std::array<double, 4> kTruths{0, 0.25, 0.5, 1};
    for (const double truth : kTruths) {
        row(std::to_string(truth).substr(0, 4), [&] { return truth * elo1; });
    }
    row("the four", [&] { return kTruths[static_cast<std::size_t>(random.uniform() * 4)] * elo1; });
}

} // namespace
} // namespace sprt

int main(int argc, char** argv) {
    std::array<std::uint64_t, 4> numbers{};
    constexpr std::array<std::uint64_t, 4> kMost{10'000'000, 400, 400, UINT64_MAX};
    bool is_right = argc == 5;
    for (std::size_t i = 0; is_right && i < numbers.size(); ++i) {
        const auto given = bench::number(argv[i + 1], i < 2 ? 1 : 0, kMost[i]);
        is_right = given.has_value();
        numbers[i] = given.value_or(0);
    }
    if (!is_right) {
        std::fputs("usage: bench_forecast RUNS ELO1 BIAS SEED: whole numbers, RUNS and ELO1 at least 1, ELO1 "
                   "and BIAS "
                   "at most 400\n",
                   stderr);
        return 2;
    }
    sprt::measure(numbers[0], static_cast<double>(numbers[1]), static_cast<double>(numbers[2]), numbers[3]);
    return 0;
}
