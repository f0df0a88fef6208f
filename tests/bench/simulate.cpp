// Measures the pairs a second of `sprt simulate` on one core, with a verdict after each pair or game.
// Required: 500000 with the default test.

#include "sprt/simulate/simulation.hpp"

#include <benchmark/benchmark.h>

#include <string>

namespace sprt {
namespace {

void time(const std::string& name, const SimulatedMatch& match, const GameModel& model) {
    const auto run = [=](benchmark::State& state) {
        std::uint64_t games = 0;
        std::uint64_t seed = 0;
        for (auto _ : state) {
            games += simulate_run(match, model, seed++).games;
        }
        state.counters["pairs"] =
            benchmark::Counter(static_cast<double>(games) / 2, benchmark::Counter::kIsRate);
    };
    benchmark::RegisterBenchmark(name.c_str(), run)->MinTime(2)->Unit(benchmark::kMillisecond);
}

SimulatedMatch match(Model model, double elo1, std::uint64_t concurrency) {
    return {.test = {model, {.elo0 = 0, .elo1 = elo1}},
            .repeats = default_repeat_rule(model),
            .concurrency = concurrency};
}

} // namespace
} // namespace sprt

int main(int argc, char** argv) {
    using sprt::Model;
    benchmark::Initialize(&argc, argv);
    if (benchmark::ReportUnrecognizedArguments(argc, argv)) {
        return 2;
    }
    const sprt::GameModel balanced{.draws = 0.05};
    const sprt::GameModel biased{.draws = 0.05, .bias_elo = 300};
    for (const std::uint64_t concurrency : {1U, 64U}) {
        const std::string at_once = " at once " + std::to_string(concurrency);
        for (const Model model : sprt::kModels) {
            const std::string what = std::string(name(model)) + at_once;
            sprt::time("[0,10] " + what, sprt::match(model, 10, concurrency), balanced);
        }
        sprt::time("[0,50] biased pentanomial" + at_once, sprt::match(Model::Pentanomial, 50, concurrency),
                   biased);
        sprt::time("[0,5] pentanomial" + at_once, sprt::match(Model::Pentanomial, 5, concurrency), balanced);
    }
    benchmark::RunSpecifiedBenchmarks();
    benchmark::Shutdown();
    return 0;
}
