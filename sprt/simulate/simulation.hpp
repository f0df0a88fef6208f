#pragma once
// A test tried out before any game is played: many simulated runs and what became of them.
// Source: docs/evidence.md.

#include "sprt/simulate/simulated_run.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <optional>
#include <vector>

namespace sprt {

/// The least of some ascending values, at least one, that at least `share` of them, 0 to 1, do not exceed.
template<class Value>
[[nodiscard]] Value quantile_of(const std::vector<Value>& values, double share) noexcept {
    const double place = std::ceil(share * static_cast<double>(values.size())) - 1;
    return values[static_cast<std::size_t>(std::clamp(place, 0.0, static_cast<double>(values.size() - 1)))];
}

/// The mean of at least one value.
template<class Value>
[[nodiscard]] double mean_of(const std::vector<Value>& values) noexcept {
    return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

/// How many runs ended how.
struct SimulatedRuns {
    std::uint64_t h0 = 0;
    std::uint64_t h1 = 0;
    std::uint64_t max_games = 0;
    std::uint64_t repeats = 0;
    std::uint64_t openings_used_up = 0;
    std::vector<std::uint64_t> games; ///< games counted in each run, however it ended; ascending
    double games_beyond = 0;          ///< games begun after the last one counted, mean of all runs

    [[nodiscard]] std::uint64_t runs() const noexcept { return games.size(); }
    [[nodiscard]] std::uint64_t undecided() const noexcept { return max_games + repeats + openings_used_up; }

    /// The mean of `games`; there is at least one run.
    [[nodiscard]] double mean_games() const noexcept { return mean_of(games); }
    /// The standard error of mean_games(); empty for one run.
    [[nodiscard]] std::optional<double> standard_error() const noexcept;
    /// The least number of games that at least `share` of the runs, 0 to 1, did not exceed.
    [[nodiscard]] std::uint64_t quantile(double share) const noexcept { return quantile_of(games, share); }
};

/// Simulates `runs` runs, at least one, whose seeds follow from `seed`. Pure.
[[nodiscard]] SimulatedRuns simulate(const SimulatedMatch& match, const GameModel& model, std::uint64_t runs,
                                     std::uint64_t seed);

/// The verdict that is wrong under `model`: H1 when the truth is at or below H0, H0 when it is at or above
/// H1. Continue between the hypotheses, where neither is wrong. The truth is in normalized Elo for the model
/// normalized, and the Elo of the score for the others.
[[nodiscard]] Verdict wrong_verdict(const SequentialTest& test, const GameModel& model) noexcept;

} // namespace sprt
