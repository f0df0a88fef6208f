#include "sprt/simulate/simulation.hpp"

#include "referee/base/seed.hpp"
#include "sprt/stats/counts.hpp"
#include "sprt/stats/elo.hpp"

#include <algorithm>
#include <cmath>

namespace sprt {

SimulatedRuns simulate(const SimulatedMatch& match, const GameModel& model, std::uint64_t runs,
                       std::uint64_t seed) {
    SimulatedRuns result;
    result.games.reserve(runs);
    std::uint64_t games_beyond = 0;
    for (std::uint64_t i = 0; i < runs; ++i) {
        const SimulatedRun run = simulate_run(match, model, referee::mixed(seed, i));
        switch (run.reason) {
        case EndReason::Verdict:
            ++(run.verdict == Verdict::H1 ? result.h1 : result.h0);
            break;
        case EndReason::Repeats:
            ++result.repeats;
            break;
        case EndReason::OpeningsUsedUp:
            ++result.openings_used_up;
            break;
        case EndReason::MaxGames:
        case EndReason::Games: // no match and no tuning is simulated
        case EndReason::MaxTime:
        case EndReason::NoEffect:
        case EndReason::MaxFaults: // simulated agents have no faults
        case EndReason::FailedStarts:
        case EndReason::Tampering:
        case EndReason::Interrupted: // and nothing interrupts them
            ++result.max_games;
            break;
        }
        result.games.push_back(run.games);
        games_beyond += run.games_beyond;
    }
    result.games_beyond = static_cast<double>(games_beyond) / static_cast<double>(runs);
    std::sort(result.games.begin(), result.games.end());
    return result;
}

std::optional<double> SimulatedRuns::standard_error() const noexcept {
    if (runs() < 2) {
        return std::nullopt;
    }
    const double mean = mean_games();
    double squares = 0;
    for (const std::uint64_t count : games) {
        squares += (static_cast<double>(count) - mean) * (static_cast<double>(count) - mean);
    }
    const auto n = static_cast<double>(runs());
    return std::sqrt(squares / (n - 1) / n);
}

Verdict wrong_verdict(const SequentialTest& test, const GameModel& model) noexcept {
    double truth = model.true_elo;
    if (test.model() == Model::Normalized) {
        const Moments pair = moments(pair_chances(model));
        const double deviation = std::sqrt(2 * pair.variance);
        truth = deviation > 0 ? kNormalizedEloUnit * (pair.mean - 0.5) / deviation : truth;
    }
    if (truth <= test.hypotheses().elo0) {
        return Verdict::H1;
    }
    return truth >= test.hypotheses().elo1 ? Verdict::H0 : Verdict::Continue;
}

} // namespace sprt
