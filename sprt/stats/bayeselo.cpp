#include "sprt/stats/bayeselo.hpp"

#include "sprt/stats/outcomes.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace sprt {
namespace {

constexpr double kNatsPerElo = std::numbers::ln10 / 400;

/// ln(1 + e^(y + by)) - ln(1 + e^y). Keeps all digits when `by` is small and does not overflow when it is
/// large.
double softplus_gain(double y, double by) noexcept {
    if (std::abs(by) < 1) {
        return std::log1p(std::expm1(by) / (1 + std::exp(-y)));
    }
    const auto softplus = [](double x) { return std::max(x, 0.0) + std::log1p(std::exp(-std::abs(x))); };
    return softplus(y + by) - softplus(y);
}

} // namespace

double bayeselo_llr(const Wld& games, double elo0, double elo1) noexcept {
    if (games.games() == 0) {
        return 0;
    }
    const double wins = static_cast<double>(games.wins) + 0.5;
    const double losses = static_cast<double>(games.losses) + 0.5;
    const double draws = static_cast<double>(games.draws) + 0.5;
    const double draw_odds = (wins + draws) / losses * ((losses + draws) / wins);
    const double draw_nats = std::log(draw_odds) / 2; // the draw Elo
    const double x = 1 / std::sqrt(draw_odds);
    const double nats = kNatsPerElo * (1 + x) * (1 + x) / (4 * x); // per Elo of the test's bounds
    // P_W = 1 / (1 + e^(draw - b)), P_L = 1 / (1 + e^(draw + b)), P_D = P_W P_L (e^(2 draw) - 1). The last
    // factor does not depend on b, so a draw counts as a win and a loss.
    const double apart = (elo1 - elo0) * nats;
    const double win = softplus_gain(draw_nats - elo1 * nats, apart);
    const double loss = softplus_gain(draw_nats + elo1 * nats, -apart);
    return (wins + draws) * win + (losses + draws) * loss;
}

double draw_elo(const Wld& games) noexcept {
    if (games.games() == 0) {
        return 0;
    }
    const auto [loss, draw, win] = outcomes(games).fractions;
    return 200 * std::log10((win + draw) / loss * ((loss + draw) / win));
}

Score bayeselo_score(double elo, double draw_elo) noexcept {
    const double win = expected_score(elo - draw_elo);
    const double loss = expected_score(-elo - draw_elo);
    const double draw = std::max(0.0, 1 - (win + loss)); // the same for both agents, to the last digit
    return {.won = win + draw / 2, .lost = loss + draw / 2};
}

double elo_of_bayeselo(double elo, double draw_elo) noexcept {
    const Score score = bayeselo_score(elo, draw_elo);
    return 400 * std::log10(score.won / score.lost);
}

} // namespace sprt
