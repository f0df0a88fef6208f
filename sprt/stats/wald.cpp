#include "sprt/stats/wald.hpp"

#include <cmath>

namespace sprt {

WaldUpdates wald_updates(const Hypotheses& test) noexcept {
    const Score score0 = score_at(test.elo0);
    const Score score1 = score_at(test.elo1);
    return {.win = std::log(score1.won / score0.won), .loss = std::log(score1.lost / score0.lost)};
}

double wald_llr(const Wld& games, const WaldUpdates& updates) noexcept {
    return static_cast<double>(games.wins) * updates.win + static_cast<double>(games.losses) * updates.loss;
}

} // namespace sprt
