#pragma once
// A run to simulate, for tests.

#include "sprt/simulate/simulation.hpp"

namespace sprt {

/// An SPRT of [0, `elo1`] with error rates 0.05.
inline SimulatedMatch match_of(Model model, double elo1 = 50, std::uint64_t concurrency = 1) {
    return {.test = {model, {.elo0 = 0, .elo1 = elo1}},
            .repeats = default_repeat_rule(model),
            .concurrency = concurrency};
}

} // namespace sprt
