#pragma once
// A tuning tried out before any game is played: what tunings find of a gain that is known.
// Source: docs/tuning.md, "How many games".

#include "sprt/simulate/simulation.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace sprt {

/// Parameters from 0 to 1, which start at 0.5. The best value of each is drawn for each run: 0.1 to 0.4 from
/// the start, on either side. Elo falls by the square of the distance from it, alike for all.
struct TuningModel {
    std::size_t params = 1;
    std::uint64_t pairs = 1;
    std::uint64_t lag = 0;
    double win_elo = 30; ///< by which the best values are stronger than the start, above 0
    double draws = 0.5;  ///< share of draws between equals, 0 to 1
};

/// By how much Elo the tuned values are stronger than the start, at most win_elo. Pure.
[[nodiscard]] double simulate_tuning(const TuningModel& model, std::uint64_t seed);

struct SimulatedTunings {
    std::vector<double> gains; ///< in Elo, of each run; ascending

    [[nodiscard]] double mean() const noexcept { return mean_of(gains); }
    [[nodiscard]] double quantile(double share) const noexcept { return quantile_of(gains, share); }
    /// How many are weaker than the start.
    [[nodiscard]] std::uint64_t weaker() const noexcept;
};

/// Simulates `runs` tunings, at least one, whose seeds follow from `seed`. Pure.
[[nodiscard]] SimulatedTunings simulate(const TuningModel& model, std::uint64_t runs, std::uint64_t seed);

} // namespace sprt
