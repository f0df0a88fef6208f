// How long each model takes for one answer, on counts like those of matches. A simulation needs 500000
// answers a second.

#include "sprt/stats/sequential_test.hpp"

#include <benchmark/benchmark.h>

#include <array>
#include <string>

namespace sprt {
namespace {

/// Counts that change from call to call, so that the processor cannot predict every branch.
using Match = std::array<Counts, 4>;

const Match kPairs{Ptnml{{30, 5, 400, 6, 49}}, Ptnml{{2, 1, 30, 3, 9}}, Ptnml{{60, 15, 800, 22, 95}},
                   Ptnml{{223, 9863, 21279, 10037, 246}}};
const Match kGames{Wld{511, 480, 17}, Wld{60, 40, 10}, Wld{1000, 1020, 150}, Wld{21404, 21184, 40708}};
/// Few pairs, without some of the results: normalized Elo looks for further minima.
const Match kFirstPairs{Ptnml{{0, 0, 1, 0, 0}}, Ptnml{{0, 2, 1, 0, 0}}, Ptnml{{1, 0, 3, 1, 0}},
                        Ptnml{{2, 0, 9, 0, 3}}};

template<class Ask>
void time(const std::string& name, const Match& match, const Ask& ask) {
    benchmark::RegisterBenchmark(name.c_str(), [=](benchmark::State& state) {
        std::size_t next = 0;
        for (auto _ : state) {
            benchmark::DoNotOptimize(ask(match[next++ % match.size()]));
        }
    });
}

void time(Model model, const std::string& what, const Match& match) {
    const SequentialTest test(model, {.elo0 = 0, .elo1 = 10});
    const std::string asked = std::string(name(model)) + what;
    time("evaluate/" + asked, match, [=](const Counts& counts) { return test.evaluate(counts); });
}

} // namespace
} // namespace sprt

int main(int argc, char** argv) {
    using sprt::Model;
    benchmark::Initialize(&argc, argv);
    if (benchmark::ReportUnrecognizedArguments(argc, argv)) {
        return 2;
    }
    sprt::time(Model::Pentanomial, "", sprt::kPairs);
    sprt::time(Model::Pentanomial, "/first pairs", sprt::kFirstPairs);
    sprt::time(Model::Normalized, "", sprt::kPairs);
    sprt::time(Model::Normalized, "/first pairs", sprt::kFirstPairs);
    sprt::time(Model::Normalized, "/games", sprt::kGames);
    sprt::time(Model::Trinomial, "", sprt::kGames);
    sprt::time(Model::Wald, "", sprt::kGames);
    sprt::time(Model::Bayeselo, "", sprt::kGames);
    benchmark::RunSpecifiedBenchmarks();
    benchmark::Shutdown();
    return 0;
}
