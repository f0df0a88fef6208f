#include "sprt/stats/estimates.hpp"

#include "sprt/stats/elo.hpp"
#include "sprt/stats/normalized.hpp"

#include <cmath>
#include <numbers>

namespace sprt {
namespace {

constexpr double kTwoSided95 = 1.959963984540054; // the normal distribution's 97.5 % quantile

double normal_distribution(double x) noexcept {
    return std::erfc(-x / std::numbers::sqrt2) / 2;
}

} // namespace

Estimates estimate(const Wld& games) noexcept {
    Estimates result;
    if (games.games() == 0) {
        return result;
    }
    const auto n = static_cast<double>(games.games());
    const double won = static_cast<double>(games.wins) / n;
    const double drawn = static_cast<double>(games.draws) / n;
    const double lost = static_cast<double>(games.losses) / n;
    const double score = won + drawn / 2;
    const double variance =
        won * (1 - score) * (1 - score) + drawn * (0.5 - score) * (0.5 - score) + lost * score * score;
    const double error = std::sqrt(variance / n);
    result.score = score;
    result.elo = elo_of_score(score);
    if (std::isfinite(*result.elo)) {
        result.elo_ci95 = {elo_of_score(score - kTwoSided95 * error),
                           elo_of_score(score + kTwoSided95 * error)};
    }
    if (variance > 0) {
        result.nelo = kNormalizedEloUnit * (score - 0.5) / std::sqrt(variance);
        result.los = normal_distribution((score - 0.5) / error);
    } else {
        result.los = score > 0.5 ? 1.0 : score < 0.5 ? 0.0 : 0.5;
    }
    return result;
}

} // namespace sprt
