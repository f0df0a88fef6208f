// Measures whether forecasts come true, for docs/evidence.md, "Forecasts that come true":
// - at fixed true strengths, after 30 and after 100 pairs: how many games were left on average, the median of
//   what forecasts said, and how often their range was right;
// - of the runs to which a forecast gave a P(H1) of 40 to 50 %, how many ended with H1, and so for each ten
//   per cent; how often the number of units left was in the range of 80 %. With true strengths drawn from the
//   prior of forecasts, and at three true strengths.
//
//     bench_forecast MODEL ELO1 BIAS RUNS SEED
//
// RUNS runs for each row of the second table, a tenth for each cell of the first, of a test of [0, ELO1] with
// 5 % draws and openings that favour a side by BIAS Elo. Forecasts of the second table are made after 8, 16,
// 32, ... pairs, as long as the test has no verdict.

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

constexpr double kDraws = 0.05;

void print(const std::string& truth, const ForecastCalibration& all) {
    std::printf("| %s |", truth.c_str());
    for (const ForecastBin& bin : all.bins()) {
        if (bin.forecasts < 100) {
            std::printf(" |");
            continue;
        }
        std::printf(" %.1f (%.1f +- %.1f) |", 100 * bin.h1 / bin.forecasts,
                    100 * bin.promised / bin.forecasts, 196 * std::sqrt(bin.squares) / bin.forecasts);
    }
    std::printf(" %.1f |\n", 100 * all.in_range());
    std::fflush(stdout);
}

constexpr std::array<std::uint64_t, 10> kLooks{8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096};

ForecastCalibration tenths(const SequentialTest& test, const Circumstances& games, std::uint64_t runs,
                           const std::function<double()>& true_elo, Random& random) {
    ForecastCalibration all;
    for (std::uint64_t i = 0; i < runs; ++i) {
        const PlayModel play = play_model(true_elo(), games.draws, games.bias_elo);
        all.add(forecasted_run(test, play, kLooks, random));
    }
    return all;
}

/// `games left on average: median of forecasts, range right in per cent`, of runs of `true_elo` that have no
/// verdict after `pairs` pairs; a dash where they are less than 1 in 20.
std::string cell(const SequentialTest& test, const PlayModel& play, std::uint64_t pairs, std::uint64_t runs,
                 Random& random) {
    std::vector<double> said;
    double left = 0;
    double right = 0;
    for (std::uint64_t i = 0; i < 10 * runs && said.size() < runs; ++i) {
        const ForecastedRun run = forecasted_run(test, play, std::array{pairs}, random);
        for (const ForecastLook& look : run.looks) {
            said.push_back(look.forecast.units_left);
            left += look.left;
            right += look.is_in_range() ? 1 : 0;
        }
    }
    if (said.size() < runs / 2) {
        return " - |";
    }
    const auto middle = said.begin() + static_cast<std::ptrdiff_t>(said.size() / 2);
    std::nth_element(said.begin(), middle, said.end());
    const auto count = static_cast<double>(said.size());
    const double games = is_pairwise(test.model()) ? 2 : 1;
    std::array<char, 64> text{};
    std::snprintf(text.data(), text.size(), " %.0f: %.0f, %.0f %% |", games * left / count, games * *middle,
                  100 * right / count);
    return text.data();
}

void truths(const SequentialTest& test, const Circumstances& games, std::uint64_t runs, Random& random) {
    const double elo1 = test.hypotheses().elo1;
    const std::array<double, 10> truths{-400, -200, -100, -50, 0, elo1 / 2, elo1, 100, 200, 400};
    std::printf(
        "games left on average: median of forecasts, range right in per cent of runs\n| model | pairs |");
    for (const double truth : truths) {
        std::printf(" %g |", truth);
    }
    for (const std::uint64_t pairs : std::array<std::uint64_t, 2>{30, 100}) {
        std::printf("\n| %s | %d |", std::string(name(test.model())).c_str(), static_cast<int>(pairs));
        for (const double truth : truths) {
            const PlayModel play = play_model(truth, games.draws, games.bias_elo);
            std::printf("%s", cell(test, play, pairs, runs, random).c_str());
            std::fflush(stdout);
        }
    }
    std::printf("\n");
}

void measure(const SequentialTest& test, const Circumstances& games, std::uint64_t runs, Random& random) {
    truths(test, games, runs / 10, random);
    std::printf(
        "of forecasts in each ten per cent, those that came true (promised +- 95 %% of chance), per cent; "
        "range of units left held, per cent\n");
    const auto from_prior = [&] { return true_elo_of_prior(test, games, random); };
    print("drawn from the prior", tenths(test, games, runs, from_prior, random));
    for (const double part : {0.0, 0.5, 1.0}) {
        const double elo = true_elo_of(test.model(), part * test.hypotheses().elo1, games);
        print(std::to_string(part).substr(0, 3) + " of the way",
              tenths(
                  test, games, runs, [elo] { return elo; }, random));
    }
}

} // namespace
} // namespace sprt

int main(int argc, char** argv) {
    std::array<std::uint64_t, 4> numbers{};
    constexpr std::array<std::uint64_t, 4> kLeast{1, 0, 20, 0};
    constexpr std::array<std::uint64_t, 4> kMost{400, 400, 10'000'000, UINT64_MAX};
    const auto model = argc == 6 ? sprt::model_named(argv[1]) : std::nullopt;
    bool is_right = model.has_value();
    for (std::size_t i = 0; is_right && i < numbers.size(); ++i) {
        const auto given = bench::number(argv[i + 2], kLeast[i], kMost[i]);
        is_right = given.has_value();
        numbers[i] = given.value_or(0);
    }
    if (!is_right) {
        std::fputs(
            "usage: bench_forecast MODEL ELO1 BIAS RUNS SEED: a model and whole numbers, ELO1 at least 1, "
            "ELO1 and BIAS at most 400, RUNS at least 20\n",
            stderr);
        return 2;
    }
    const auto [elo1, bias, runs, seed] = numbers;
    const sprt::SequentialTest test(*model, {.elo0 = 0, .elo1 = static_cast<double>(elo1)});
    const sprt::Circumstances games{.draws = sprt::kDraws, .bias_elo = static_cast<double>(bias)};
    sprt::Random random(seed);
    std::printf("%s [0, %d], bias %d\n", argv[1], static_cast<int>(elo1), static_cast<int>(bias));
    sprt::measure(test, games, runs, random);
    return 0;
}
