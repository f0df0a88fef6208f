#include "sprt/stats/wald.hpp"

#include "sprt/stats/elo.hpp"

#include <cmath>

namespace sprt {

WaldUpdates wald_updates(const Hypotheses& test) noexcept {
    // 1 - L(e) is L(-e), without the cancellation.
    return {.win = std::log(expected_score(test.elo1) / expected_score(test.elo0)),
            .loss = std::log(expected_score(-test.elo1) / expected_score(-test.elo0))};
}

double wald_llr(const Wld& games, const Hypotheses& test) noexcept {
    const WaldUpdates updates = wald_updates(test);
    return static_cast<double>(games.wins) * updates.win + static_cast<double>(games.losses) * updates.loss;
}

} // namespace sprt
